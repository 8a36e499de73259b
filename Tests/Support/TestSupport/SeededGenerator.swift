/// Random numbers that a test can repeat: SplitMix64 (<https://prng.di.unimi.it/splitmix64.c>).
///
/// A test prints its seed with each expectation, so that a failure can be run again:
/// ```swift
/// var random = SeededGenerator(seed: seed)
/// #expect(…, "seed \(random.seed)")
/// ```
package struct SeededGenerator: RandomNumberGenerator, Sendable {
  /// Where the numbers began.
  package let seed: UInt64
  private var state: UInt64

  /// Creates a generator.
  ///
  /// - Parameter seed: Where to begin.
  package init(seed: UInt64) {
    self.seed = seed
    state = seed
  }

  /// The next number.
  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}
