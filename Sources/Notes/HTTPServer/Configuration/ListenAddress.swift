/// Where a server listens: a host and a port.
struct ListenAddress: Sendable, Hashable {
  /// The host's name or number, without brackets.
  let host: String
  /// The port; 0 for any that is free.
  let port: Int

  /// Creates an address.
  init(host: String, port: Int) {
    self.host = host
    self.port = port
  }

  /// Reads an address.
  ///
  /// - Parameter text: `127.0.0.1:8377`, `[::1]:8377` or `localhost:8377`.
  /// - Returns: `nil` when the text is anything else.
  init?(_ text: String) {
    guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]),
      text[text.index(after: colon)...].utf8.allSatisfy({ 0x30...0x39 ~= $0 })
    else { return nil }
    var host = text[..<colon]
    if host.first == "[", host.last == "]" {
      host = host.dropFirst().dropLast()
      guard host.contains(":"), InternetAddress(String(host)) != nil else { return nil }
    } else {
      let isName = host.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."):
          true
        default: false
        }
      }
      guard isName, 1...253 ~= host.utf8.count else { return nil }
    }
    self.init(host: String(host), port: Int(port))
  }

  /// Where this machine reaches it: an address that stands for all of a machine's is none to ask.
  var reachable: ListenAddress {
    guard let address = InternetAddress(host), address.bytes.allSatisfy({ $0 == 0 }) else { return self }
    return ListenAddress(host: address.bytes.count == 4 ? "127.0.0.1" : "::1", port: port)
  }

  /// Whether only this machine reaches it.
  var isLoopback: Bool { host.lowercased() == "localhost" || InternetAddress(host)?.isLoopback == true }
}

extension ListenAddress: CustomStringConvertible {
  /// The address as it is typed.
  var description: String { (host.contains(":") ? "[\(host)]" : host) + ":\(port)" }
}
