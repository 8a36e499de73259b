import NotesDomain
import Synchronization

/// The recorded progress of a sync.
final class ProgressRecorder: Sendable {
  private let steps = Mutex<[SyncProgress]>([])

  var all: [SyncProgress] { steps.withLock { $0 } }

  func note(_ progress: SyncProgress) {
    steps.withLock { $0.append(progress) }
  }
}
