/// A pseudorandom number generator with a seed: SplitMix64 (<https://prng.di.unimi.it/splitmix64.c>).
///
/// The same seed gives the same numbers on every platform, so simulations and tests can be repeated:
/// ```swift
/// var random = SplitMix64(seed: seed)
/// #expect(…, "seed \(random.seed)")
/// ```
/// It is not for secrets.
package struct SplitMix64: RandomNumberGenerator, Sendable {
  package let seed: UInt64
  private var state: UInt64

  package init(seed: UInt64) {
    self.seed = seed
    state = seed
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}
