/// The secret by which a server knows a device: 256 random bits.
///
/// It is drawn when the device signs in, and dies when it signs out or is revoked. The server keeps only a digest of it.
/// Printing one shows none of it.
package struct DeviceToken: Sendable, Hashable {
  /// How many bytes there are.
  package static let count = 32

  /// The bytes.
  package let bytes: [UInt8]

  /// Restores a token.
  ///
  /// - Parameter bytes: 32 bytes.
  /// - Returns: `nil` when there are more or fewer.
  package init?(bytes: [UInt8]) {
    guard bytes.count == Self.count else { return nil }
    self.bytes = bytes
  }

  /// Draws a new token.
  ///
  /// - Parameter randomness: Where the bits come from; a source that nobody can foretell.
  package init(drawnFrom randomness: any Randomness) {
    var bytes: [UInt8] = []
    for _ in 0..<4 {
      let word = randomness.next()
      for shift in stride(from: UInt64(0), to: 64, by: 8) { bytes.append(UInt8(truncatingIfNeeded: word >> shift)) }
    }
    self.bytes = bytes
  }

  /// Reads what ``text`` writes.
  ///
  /// - Parameter text: `notes_` and 64 lower-case hexadecimal digits.
  /// - Returns: `nil` when the text is anything else.
  package init?(_ text: String) {
    guard text.hasPrefix(Self.prefix) else { return nil }
    let digits = Array(text.utf8.dropFirst(Self.prefix.utf8.count))
    guard digits.count == 2 * Self.count else { return nil }
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let high = Self.value(digits[index]), let low = Self.value(digits[index + 1]) else { return nil }
      bytes.append(high << 4 | low)
    }
    self.bytes = bytes
  }

  /// The token as it goes over the wire, with a beginning by which scanners for leaked secrets know it.
  package var text: String {
    var text = Self.prefix
    for byte in bytes {
      text.append(Self.digits[Int(byte >> 4)])
      text.append(Self.digits[Int(byte & 15)])
    }
    return text
  }

  private static let prefix = "notes_"
  private static let digits = Array("0123456789abcdef")

  private static func value(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}

extension DeviceToken: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Nothing of the secret.
  package var description: String { "a device's token" }
  /// Nothing of the secret.
  package var debugDescription: String { description }
  /// Nothing of the secret.
  package var customMirror: Mirror { Mirror(self, children: []) }
}
