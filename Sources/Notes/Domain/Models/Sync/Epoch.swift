/// An uninterrupted stretch of a vault's history: 128 random bits.
///
/// A vault that is restored from a backup begins a new one, since it will give out revisions again that it gave out before.
public struct Epoch: Sendable, Hashable {
  /// The bits.
  public var bits: UInt128 { words.bits }

  private let words: WordPair

  /// Creates the id of an epoch.
  ///
  /// - Parameter bits: The bits.
  public init(bits: UInt128) {
    words = WordPair(bits)
  }

  /// Draws the id of a new epoch.
  ///
  /// - Parameter randomness: Where the bits come from.
  public init(drawnFrom randomness: any Randomness) {
    self.init(bits: UInt128(randomness.next()) << 64 | UInt128(randomness.next()))
  }
}

extension Epoch: CustomStringConvertible, LosslessStringConvertible {
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
