package import NotesDomain
import Synchronization

/// Ids that count: `00000000-0000-7000-8000-000000000001`, then `…02`, so that a test can tell them in advance.
package final class SequentialNoteIDGenerator: NoteIDGenerator {
  private let made = Mutex<UInt64>(0)

  /// Creates a generator whose first id is number 1.
  package init() {}

  /// The next id, whenever the note was created.
  package func next(created: Timestamp) -> NoteID {
    made.withLock { made in
      made += 1
      return Self.id(made)
    }
  }

  /// The id with a number.
  ///
  /// - Parameter number: The number; 1 for the first id of a generator.
  package static func id(_ number: UInt64) -> NoteID {
    NoteID(high: 0x7000, low: 0x8000_0000_0000_0000 | number)
  }
}
