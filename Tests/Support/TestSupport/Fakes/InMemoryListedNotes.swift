package import NotesDomain
import NotesFronts
import Synchronization

/// The last list in memory.
package final class InMemoryListedNotes: ListedNotes {
  private let notes = Mutex<[NoteID]>([])
  private let storable: Bool

  /// - Parameter isAvailable: Whether lists are stored, as at a terminal.
  package init(isAvailable: Bool = true) {
    storable = isAvailable
  }

  package func load() -> [NoteID] { notes.withLock { $0 } }

  package func save(_ notes: [NoteID]) -> Bool {
    self.notes.withLock { $0 = storable ? notes : [] }
    return storable
  }
}

/// The time zone of the tests.
package struct UTC: TimeZoneOffsets {
  package init() {}

  package func secondsEastOfUTC(at time: Timestamp) -> Int { 0 }
}
