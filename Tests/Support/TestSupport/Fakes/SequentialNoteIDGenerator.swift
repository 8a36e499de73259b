package import NotesDomain
import Synchronization

/// A generator of sequential identifiers: `00000000-0000-7000-8000-000000000001`, then `…02`.
package final class SequentialNoteIDGenerator: NoteIDGenerator {
  private let made = Mutex<UInt64>(0)

  package init() {}

  package func next(created: Timestamp) -> NoteID {
    made.withLock { made in
      made += 1
      return Self.id(made)
    }
  }

  /// Returns the identifier with a number.
  ///
  /// - Parameter number: The number; 1 for the first identifier of a generator.
  package static func id(_ number: UInt64) -> NoteID {
    NoteID(high: 0x7000, low: 0x8000_0000_0000_0000 | number)
  }
}
