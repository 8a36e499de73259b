import NotesDomain
import Synchronization

/// A thread-safe list of the notes that a closure received.
final class IDs: Sendable {
  private let ids = Mutex<[NoteID]>([])

  var all: [NoteID] { ids.withLock { $0 } }

  func add(_ id: NoteID) {
    ids.withLock { $0.append(id) }
  }
}
