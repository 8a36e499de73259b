/// The number of a host: 4 bytes, or 16. One of 16 that stands for one of 4 is that one.
struct IPAddress: Sendable, Hashable {
  /// The bytes.
  let bytes: [UInt8]

  private init(bytes: [UInt8]) {
    let isMapped = bytes.count == 16 && bytes.prefix(10).allSatisfy { $0 == 0 } && bytes[10] == 255 && bytes[11] == 255
    self.bytes = isMapped ? Array(bytes.suffix(4)) : bytes
  }

  /// Reads an address.
  ///
  /// - Parameter text: `192.0.2.1`, or `2001:db8::1` without brackets or zone.
  /// - Returns: `nil` when the text is anything else.
  init?(_ text: String) {
    guard text.utf8.count <= 45 else { return nil }
    guard let bytes = text.contains(":") ? Self.sixteen(text[...]) : Self.four(text[...]) else { return nil }
    self.init(bytes: bytes)
  }

  /// Whether it means this machine.
  var isLoopback: Bool {
    bytes.count == 4 ? bytes[0] == 127 : bytes.dropLast().allSatisfy { $0 == 0 } && bytes.last == 1
  }

  private static func four(_ text: Substring) -> [UInt8]? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let bytes = parts.compactMap { part -> UInt8? in
      // A zero in front would mean octal to some.
      part.utf8.allSatisfy { 0x30...0x39 ~= $0 } && (part == "0" || part.first != "0") ? UInt8(part) : nil
    }
    return parts.count == 4 && bytes.count == 4 ? bytes : nil
  }

  private static func sixteen(_ text: Substring) -> [UInt8]? {
    guard let gap = text.firstRange(of: "::") else {
      return groups(text).flatMap { $0.count == 16 ? $0 : nil }
    }
    guard let front = groups(text[..<gap.lowerBound]), let back = groups(text[gap.upperBound...]),
      front.count + back.count <= 14
    else { return nil }
    return front + [UInt8](repeating: 0, count: 16 - front.count - back.count) + back
  }

  private static func groups(_ text: Substring) -> [UInt8]? {
    if text.isEmpty { return [] }
    var bytes: [UInt8] = []
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    for (index, part) in parts.enumerated() {
      if index == parts.count - 1, part.contains("."), let four = four(part) {
        bytes += four
      } else {
        guard 1...4 ~= part.utf8.count, part.first != "+", part.first != "-", let number = UInt16(part, radix: 16)
        else { return nil }
        bytes += [UInt8(number >> 8), UInt8(number & 255)]
      }
    }
    return bytes
  }
}

extension IPAddress: CustomStringConvertible {
  /// The address, the same text however it was written.
  var description: String {
    if bytes.count == 4 { return bytes.map { "\($0)" }.joined(separator: ".") }
    return stride(from: 0, to: 16, by: 2)
      .map { String(UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]), radix: 16) }.joined(separator: ":")
  }
}

/// Some neighbouring addresses: `10.0.0.0/8`, or one address.
struct IPAddressRange: Sendable, Hashable {
  private let address: IPAddress
  private let bits: Int

  /// Reads a range.
  ///
  /// - Parameter text: An address, and behind a slash how many bits of it count.
  /// - Returns: `nil` when the text is anything else.
  init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard 1...2 ~= parts.count, let address = IPAddress(String(parts[0])) else { return nil }
    self.address = address
    let most = address.bytes.count * 8
    guard parts.count == 2 else {
      bits = most
      return
    }
    guard parts[1].utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let bits = Int(parts[1]), 0...most ~= bits else {
      return nil
    }
    self.bits = bits
  }

  /// Whether an address lies in the range.
  func contains(_ other: IPAddress) -> Bool {
    guard other.bytes.count == address.bytes.count else { return false }
    for index in address.bytes.indices {
      let counting = min(8, bits - index * 8)
      if counting <= 0 { return true }
      let mask = UInt8(truncatingIfNeeded: 0xFF00 >> counting)
      if (address.bytes[index] ^ other.bytes[index]) & mask != 0 { return false }
    }
    return true
  }
}

extension IPAddressRange: CustomStringConvertible {
  /// The range as ``init(_:)`` reads it.
  var description: String { bits == address.bytes.count * 8 ? "\(address)" : "\(address)/\(bits)" }
}

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
      guard host.contains(":"), IPAddress(String(host)) != nil else { return nil }
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
  var loopbackIfWildcard: ListenAddress {
    guard let address = IPAddress(host), address.bytes.allSatisfy({ $0 == 0 }) else { return self }
    return ListenAddress(host: address.bytes.count == 4 ? "127.0.0.1" : "::1", port: port)
  }

  /// Whether only this machine reaches it.
  var isLoopback: Bool { host.lowercased() == "localhost" || IPAddress(host)?.isLoopback == true }
}

extension ListenAddress: CustomStringConvertible {
  /// The address as it is typed.
  var description: String { (host.contains(":") ? "[\(host)]" : host) + ":\(port)" }
}
