/// The secret of a signed-in device: 256 random bits.
///
/// It is created at sign-in and invalid after sign-out or revocation. The server stores its digest only. Its
/// descriptions do not reveal it.
package struct DeviceToken: Sendable, Hashable {
  /// The number of bytes.
  package static let count = 32

  package let bytes: [UInt8]

  /// Restores a token from 32 bytes; `nil` for another number of bytes.
  package init?(bytes: [UInt8]) {
    guard bytes.count == Self.count else { return nil }
    self.bytes = bytes
  }

  /// Creates a new token from a cryptographically secure source.
  package init(using randomness: any Randomness) {
    var bytes: [UInt8] = []
    for _ in 0..<4 {
      let word = randomness.next()
      for shift in stride(from: UInt64(0), to: 64, by: 8) { bytes.append(UInt8(truncatingIfNeeded: word >> shift)) }
    }
    self.bytes = bytes
  }

  /// Parses `notes_` and 64 lower-case hexadecimal digits; `nil` for any other text.
  package init?(_ text: String) {
    guard text.hasPrefix(Self.prefix) else { return nil }
    let digits = text.utf8.dropFirst(Self.prefix.utf8.count)
    guard let bytes = Hexadecimal.decode(digits, count: Self.count) else { return nil }
    self.bytes = bytes
  }

  /// The token as text, with a prefix by which scanners for leaked secrets detect it.
  package var text: String { Self.prefix + Hexadecimal.encode(bytes) }

  private static let prefix = "notes_"
}

extension DeviceToken: Secret {
  package var description: String { "a device's token" }
}
