/// An uninterrupted stretch of a vault's history: 128 random bits.
///
/// A vault that is restored from a backup begins a new one, since it will give out revisions again that it gave out before.
public struct Epoch: Sendable, Hashable {
  // Two words: Swift 6.3 loses its place on the stack when a closure that awaits has captured a 128-bit number, without
  // optimization, and the program ends when the thread goes on with something else.
  private let high: UInt64
  private let low: UInt64

  /// The bits.
  public var bits: UInt128 { UInt128(high) << 64 | UInt128(low) }

  /// Creates the id of an epoch.
  ///
  /// - Parameter bits: The bits.
  public init(bits: UInt128) {
    high = UInt64(truncatingIfNeeded: bits >> 64)
    low = UInt64(truncatingIfNeeded: bits)
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
