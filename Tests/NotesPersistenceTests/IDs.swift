import NotesDomain
import Synchronization

/// The notes that a closure was asked about.
final class IDs: Sendable {
  private let ids = Mutex<[NoteID]>([])

  var all: [NoteID] { ids.withLock { $0 } }

  func add(_ id: NoteID) {
    ids.withLock { $0.append(id) }
  }
}
