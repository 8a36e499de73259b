package import NotesDomain
import Observation

/// The synchronization of this device with its vault, once or continuously.
@MainActor @Observable
package final class SyncViewModel: ViewModel {
  package internal(set) var state = SyncViewState()

  private let synchronizer: any Synchronizer
  let changes: any ChangeWatch
  private let repository: any NoteRepository
  private let observer: any StoreObserver
  let permission: SyncPermission
  let clock: any Clock<Duration>
  let randomness: any Randomness
  private let requests = LatestRequest()

  init(
    synchronizer: any Synchronizer, changes: any ChangeWatch, repository: any NoteRepository,
    observer: any StoreObserver, permission: SyncPermission, clock: any Clock<Duration>, randomness: any Randomness
  ) {
    self.synchronizer = synchronizer
    self.changes = changes
    self.repository = repository
    self.observer = observer
    self.permission = permission
    self.clock = clock
    self.randomness = randomness
  }

  /// Syncs, and loads the status afterwards.
  package func sync(_ request: SyncRequest = SyncRequest()) async {
    _ = await perform(request)
  }

  /// Syncs, and returns the failure; `nil` without one.
  func perform(_ request: SyncRequest) async -> Failure? {
    await requests.act {
      state = SyncViewState(
        phase: .working, status: state.status, shortIDs: state.shortIDs, isPowerLow: state.isPowerLow)
      let result = await withProgress {
        self.state.progress = $0
      } during: {
        await self.result(of: request, progress: $0)
      }
      state.progress = nil
      let phase = await Phase.after {
        state.summary = try result.get()
        (state.status, state.shortIDs) = try await currentStatus()
      }
      state.phase = phase
      return phase.failure
    }
  }

  /// Loads the status, without a request to the server.
  package func loadStatus() async {
    await requests.act {
      state = SyncViewState(phase: .working, status: state.status, shortIDs: state.shortIDs)
      state.phase = await .after { (state.status, state.shortIDs) = try await currentStatus() }
    }
  }

  /// Keeps the status current until the task is cancelled, also while a sync runs.
  package func observe() async {
    await observer.follow(.everything) {
      await requests.refresh(self, \.state, loading: currentStatus) { ($0.status, $0.shortIDs) = $1 }
    }
  }

  /// Syncs off the main actor, which shows the progress meanwhile.
  @concurrent
  private nonisolated func result(
    of request: SyncRequest, progress: @escaping @Sendable (SyncProgress) -> Void
  ) async -> Result<SyncSummary, SyncError> {
    do throws(SyncError) {
      return .success(try await synchronizer.synchronize(request, progress: progress))
    } catch {
      return .failure(error)
    }
  }

  private func currentStatus() async throws -> (SyncStatus, [NoteID: String]) {
    let status = try await synchronizer.status()
    return (status, try await repository.abbreviations(of: status.blocked.map(\.id)))
  }
}

/// The state of synchronization.
package struct SyncViewState: ViewState {
  package var phase: Phase = .idle
  /// The progress of the running sync; `nil` if none runs, or before its first report.
  package var progress: SyncProgress?
  /// The summary of the last sync; `nil` if it failed.
  package var summary: SyncSummary?
  /// The last loaded status.
  package var status: SyncStatus?
  /// The shortest unique prefixes of the ids of blocked notes.
  package var shortIDs: [NoteID: String] = [:]
  /// The reason why a watch waits; `nil` unless it does.
  package var pause: SyncPause?
  /// Whether a watch syncs more rarely, since power is low.
  package var isPowerLow = false

  /// Whether the person must sign in again before another sync. What is pending stays so.
  package var asksToSignIn: Bool { phase.failure?.asksToSignIn ?? false }
  /// The brake that the user must release; `nil` if none is on.
  package var deletionBrake: DeletionBrake? {
    if case .deletionBrake(let brake)? = phase.failure?.error as? SyncError { brake } else { status?.deletionBrake }
  }
}
