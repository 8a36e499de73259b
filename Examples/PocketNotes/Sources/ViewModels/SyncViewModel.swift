import Core
import Observation

/// The sync of a session: its button and its state.
@MainActor @Observable
package final class SyncViewModel {
  package private(set) var state = State.idle

  package enum State: Hashable {
    case idle
    case running
    case finished(SyncReport)
    case failed(String)
  }

  private let syncing: any Syncing

  package init(syncing: any Syncing) {
    self.syncing = syncing
  }

  /// Syncs, unless a sync runs already.
  package func sync() async {
    guard state != .running else { return }
    state = .running
    do throws(SyncError) {
      state = .finished(try await syncing.sync())
    } catch {
      state = .failed(Message.of(error))
    }
  }
}
