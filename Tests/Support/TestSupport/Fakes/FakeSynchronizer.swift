package import NotesDomain
import Synchronization

/// A synchronizer that does what a test says, and keeps its status as a real one would.
package final class FakeSynchronizer: Synchronizer {
  private struct State {
    var status = SyncStatus(hasSynced: false, pending: 0)
    var summary = SyncSummary()
    var progress: [SyncProgress] = []
    var failure: SyncError?
    var statusFailure: StoreError?
    var outcomes: [Result<SyncSummary, SyncError>] = []
    var requests: [SyncRequest] = []
    var leftover = 0
  }

  private let state = Mutex(State())
  private let clock: any WallClock

  /// Creates a synchronizer that has nothing to do.
  ///
  /// - Parameter clock: Tells it when a sync came to its end.
  package init(clock: any WallClock = FixedClock()) {
    self.clock = clock
  }

  /// Where the device stands.
  package var currentStatus: SyncStatus {
    get { state.withLock { $0.status } }
    set { state.withLock { $0.status = newValue } }
  }

  /// What a sync returns.
  package var summary: SyncSummary {
    get { state.withLock { $0.summary } }
    set { state.withLock { $0.summary = newValue } }
  }

  /// What a sync reports before it ends.
  package var progress: [SyncProgress] {
    get { state.withLock { $0.progress } }
    set { state.withLock { $0.progress = newValue } }
  }

  /// What every sync throws from now on; `nil` to work again.
  package var failure: SyncError? {
    get { state.withLock { $0.failure } }
    set { state.withLock { $0.failure = newValue } }
  }

  /// What asking for the status throws from now on; `nil` to work again.
  package var statusFailure: StoreError? {
    get { state.withLock { $0.statusFailure } }
    set { state.withLock { $0.statusFailure = newValue } }
  }

  /// How many changes are pending after each sync.
  package var leftover: Int {
    get { state.withLock { $0.leftover } }
    set { state.withLock { $0.leftover = newValue } }
  }

  /// What was asked of it.
  package var requests: [SyncRequest] { state.withLock { $0.requests } }

  /// Decides how the next sync ends that nobody has decided on yet.
  ///
  /// - Parameter outcome: What it returns or throws.
  package func answerNext(with outcome: Result<SyncSummary, SyncError>) {
    state.withLock { $0.outcomes.append(outcome) }
  }

  /// Plays the progress, and ends as told. A brake stops it until a request decides what to do.
  package func synchronize(
    _ request: SyncRequest, progress: @escaping @Sendable (SyncProgress) -> Void
  ) async throws(SyncError) -> SyncSummary {
    let steps = state.withLock { state in
      state.requests.append(request)
      return state.progress
    }
    // Outside of the lock: whoever listens may ask for the status.
    for step in steps { progress(step) }
    if Task.isCancelled { throw .cancelled }
    let now = clock.now()
    return try state.withLock { state throws(SyncError) in
      let outcome = state.outcomes.isEmpty ? nil : state.outcomes.removeFirst()
      if outcome == nil, let failure = state.failure { throw failure }
      if outcome == nil, let brake = state.status.brake, request.deletions == .ask { throw .braked(brake) }
      let summary = try outcome?.get() ?? state.summary
      state.status.hasSynced = true
      state.status.pending = state.leftover
      state.status.brake = nil
      state.status.lastSuccess = now
      return summary
    }
  }

  /// Where the device stands.
  package func status() async throws(StoreError) -> SyncStatus {
    try state.withLock { state throws(StoreError) in
      if let failure = state.statusFailure { throw failure }
      return state.status
    }
  }
}
