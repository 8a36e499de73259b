import NotesDomain

/// A range of addresses in CIDR notation, such as `10.0.0.0/8`.
struct IPAddressRange: Sendable, Hashable {
  private let address: IPAddress
  private let bits: Int

  /// Parses a range. An address without a prefix length is a range of one.
  init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard 1...2 ~= parts.count, let address = IPAddress(String(parts[0])) else { return nil }
    self.address = address
    let width = address.bytes.count * 8
    guard parts.count == 2 else {
      bits = width
      return
    }
    guard parts[1].utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let bits = Int(parts[1]), 0...width ~= bits else {
      return nil
    }
    self.bits = bits
  }

  func contains(_ other: IPAddress) -> Bool {
    guard other.bytes.count == address.bytes.count else { return false }
    for index in address.bytes.indices {
      let significant = min(8, bits - index * 8)
      if significant <= 0 { return true }
      let mask = UInt8(truncatingIfNeeded: 0xFF00 >> significant)
      if (address.bytes[index] ^ other.bytes[index]) & mask != 0 { return false }
    }
    return true
  }
}

extension IPAddressRange: CustomStringConvertible {
  var description: String { bits == address.bytes.count * 8 ? "\(address)" : "\(address)/\(bits)" }
}

/// A host and a port to listen on.
struct ListenAddress: Sendable, Hashable {
  /// The host's name or address, without brackets.
  let host: String
  /// The port; 0 for any free port.
  let port: Int
}

extension ListenAddress: CustomStringConvertible {
  /// Parses an address such as `127.0.0.1:8377`, `[::1]:8377` or `localhost:8377`.
  init?(_ text: String) {
    guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]),
      text[text.index(after: colon)...].utf8.allSatisfy({ 0x30...0x39 ~= $0 })
    else { return nil }
    var host = text[..<colon]
    if host.first == "[", host.last == "]" {
      host = host.dropFirst().dropLast()
      guard host.contains(":"), IPAddress(String(host)) != nil else { return nil }
    } else {
      let isName = host.utf8.allSatisfy { $0.isASCIIAlphanumeric || "-.".utf8.contains($0) }
      guard isName, 1...253 ~= host.utf8.count else { return nil }
    }
    self.init(host: String(host), port: Int(port))
  }

  /// The address for clients on this machine: the loopback address instead of a wildcard address.
  var loopbackIfWildcard: ListenAddress {
    guard let address = IPAddress(host), address.bytes.allSatisfy({ $0 == 0 }) else { return self }
    return ListenAddress(host: address.bytes.count == 4 ? "127.0.0.1" : "::1", port: port)
  }

  /// Whether only this machine can connect.
  var isLoopback: Bool { host.lowercased() == "localhost" || IPAddress(host)?.isLoopback == true }

  var description: String { (host.contains(":") ? "[\(host)]" : host) + ":\(port)" }
}

extension UInt8 {
  /// Whether the byte is an ASCII letter or digit.
  var isASCIIAlphanumeric: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    default: UInt8(ascii: "0")...UInt8(ascii: "9") ~= self
    }
  }
}
