/// 128 bits in two words.
///
/// Not one `UInt128`: in Swift 6.3, without optimization, an asynchronous closure that has captured one loses its place on the
/// stack, and the program ends when the thread goes on with something else.
struct WordPair: Sendable, Hashable {
  private let high: UInt64
  private let low: UInt64

  init(_ bits: UInt128) {
    high = UInt64(truncatingIfNeeded: bits >> 64)
    low = UInt64(truncatingIfNeeded: bits)
  }

  var bits: UInt128 { UInt128(high) << 64 | UInt128(low) }
}
