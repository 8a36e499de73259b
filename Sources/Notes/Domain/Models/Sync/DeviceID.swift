/// The name under which a device numbers its batches: 128 random bits.
///
/// Not the name of a machine: a device whose database was copied or restored takes a new one, since somebody else may have
/// counted on under the old one.
public struct DeviceID: Sendable, Hashable {
  /// The bits.
  public var bits: UInt128 { words.bits }

  private let words: WordPair

  /// Creates the id of a device.
  ///
  /// - Parameter bits: The bits.
  public init(bits: UInt128) {
    words = WordPair(bits)
  }

  /// Draws the id of a new device.
  ///
  /// - Parameter randomness: Where the bits come from.
  public init(drawnFrom randomness: any Randomness) {
    self.init(bits: UInt128(randomness.next()) << 64 | UInt128(randomness.next()))
  }
}

extension DeviceID: CustomStringConvertible, LosslessStringConvertible {
  /// Reads what ``description`` writes.
  ///
  /// - Parameter text: 32 hexadecimal digits.
  /// - Returns: `nil` when the text is anything else.
  public init?(_ text: String) {
    guard let bits = UInt128(hexadecimal: text) else { return nil }
    self.init(bits: bits)
  }

  /// 32 lower-case hexadecimal digits.
  public var description: String { bits.hexadecimal }
}
