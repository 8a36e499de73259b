/// An IPv4 or IPv6 address. An IPv6 address that maps an IPv4 address is equal to it.
package struct IPAddress: Sendable, Hashable {
  /// The 4 or 16 bytes.
  package let bytes: [UInt8]

  private init(bytes: [UInt8]) {
    let isMapped = bytes.count == 16 && bytes.prefix(10).allSatisfy { $0 == 0 } && bytes[10] == 255 && bytes[11] == 255
    self.bytes = isMapped ? Array(bytes.suffix(4)) : bytes
  }

  /// Parses `192.0.2.1`, or `2001:db8::1` without brackets or zone; `nil` for any other text.
  package init?(_ text: String) {
    guard text.utf8.count <= 45 else { return nil }
    guard let bytes = text.contains(":") ? Self.version6(text[...]) : Self.version4(text[...]) else { return nil }
    self.init(bytes: bytes)
  }

  /// Whether the address is a loopback address of this machine.
  package var isLoopback: Bool {
    bytes.count == 4 ? bytes[0] == 127 : bytes.dropLast().allSatisfy { $0 == 0 } && bytes.last == 1
  }

  private static func version4(_ text: Substring) -> [UInt8]? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let bytes = parts.compactMap { part -> UInt8? in
      // Some programs read a leading zero as octal.
      part.utf8.allSatisfy { 0x30...0x39 ~= $0 } && (part == "0" || part.first != "0") ? UInt8(part) : nil
    }
    return parts.count == 4 && bytes.count == 4 ? bytes : nil
  }

  private static func version6(_ text: Substring) -> [UInt8]? {
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
      if index == parts.count - 1, part.contains("."), let address = version4(part) {
        bytes += address
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
  /// The normalized text: dotted, or eight groups without leading zeros.
  package var description: String {
    if bytes.count == 4 { return bytes.map { "\($0)" }.joined(separator: ".") }
    return stride(from: 0, to: 16, by: 2)
      .map { String(UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]), radix: 16) }.joined(separator: ":")
  }
}
