import NotesDomain
import Synchronization

/// Chance that a test can repeat.
///
/// ```swift
/// let randomness = SeededRandomness(seed: seed)
/// #expect(…, "seed \(randomness.seed)")
/// ```
package final class SeededRandomness: Randomness {
  /// Where the numbers begin.
  package let seed: UInt64
  private let generator: Mutex<SeededGenerator>

  /// Creates a source of chance.
  ///
  /// - Parameter seed: Where the numbers begin.
  package init(seed: UInt64 = 1) {
    self.seed = seed
    generator = Mutex(SeededGenerator(seed: seed))
  }

  /// The next 64 bits.
  package func next() -> UInt64 {
    generator.withLock { $0.next() }
  }
}
