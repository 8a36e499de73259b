/// Some neighbouring addresses: `10.0.0.0/8`, or one address.
struct AddressRange: Sendable, Hashable {
  private let address: InternetAddress
  private let bits: Int

  /// Reads a range.
  ///
  /// - Parameter text: An address, and behind a slash how many bits of it count.
  /// - Returns: `nil` when the text is anything else.
  init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard 1...2 ~= parts.count, let address = InternetAddress(String(parts[0])) else { return nil }
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
  func contains(_ other: InternetAddress) -> Bool {
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

extension AddressRange: CustomStringConvertible {
  /// The range as ``init(_:)`` reads it.
  var description: String { bits == address.bytes.count * 8 ? "\(address)" : "\(address)/\(bits)" }
}
