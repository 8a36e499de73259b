import NotesDomain
import Synchronization

/// A deterministic source of random bits.
///
/// ```swift
/// let randomness = SeededRandomness(seed: seed)
/// #expect(…, "seed \(randomness.seed)")
/// ```
package final class SeededRandomness: Randomness {
  /// The seed of the generator.
  package let seed: UInt64
  private let generator: Mutex<SplitMix64>

  /// Creates a source.
  ///
  /// - Parameter seed: The seed of the generator.
  package init(seed: UInt64 = 1) {
    self.seed = seed
    generator = Mutex(SplitMix64(seed: seed))
  }

  package func next() -> UInt64 {
    generator.withLock { $0.next() }
  }
}
