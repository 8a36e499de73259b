import NotesDomain
import Synchronization

/// What a sync told of its progress.
final class Told: Sendable {
  private let steps = Mutex<[SyncProgress]>([])

  var all: [SyncProgress] { steps.withLock { $0 } }

  func note(_ progress: SyncProgress) {
    steps.withLock { $0.append(progress) }
  }
}
