/// 128 bits in two words.
///
/// Not one `UInt128`, which lies at multiples of 16 bytes: Swift 6.3 lays out the frames of some asynchronous functions with
/// such values in them so that they overlap with others, and the program ends.
struct WordPair: Sendable, Hashable {
  private let high: UInt64
  private let low: UInt64

  init(_ bits: UInt128) {
    high = UInt64(truncatingIfNeeded: bits >> 64)
    low = UInt64(truncatingIfNeeded: bits)
  }

  var bits: UInt128 { UInt128(high) << 64 | UInt128(low) }
}
