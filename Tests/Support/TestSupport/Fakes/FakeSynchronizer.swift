package import NotesDomain
import Synchronization

/// A synchronizer with injectable results, which updates its status like the production one.
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
    var isEndless = false
  }

  private let state = Mutex(State())
  private let wallClock: any WallClock

  package init(wallClock: any WallClock = FixedClock()) {
    self.wallClock = wallClock
  }

  /// The current status.
  package var currentStatus: SyncStatus {
    get { state.withLock { $0.status } }
    set { state.withLock { $0.status = newValue } }
  }

  /// The result of a synchronization.
  package var summary: SyncSummary {
    get { state.withLock { $0.summary } }
    set { state.withLock { $0.summary = newValue } }
  }

  /// The reported progress of a synchronization.
  package var progress: [SyncProgress] {
    get { state.withLock { $0.progress } }
    set { state.withLock { $0.progress = newValue } }
  }

  /// The error that every synchronization throws; `nil` for none.
  package var failure: SyncError? {
    get { state.withLock { $0.failure } }
    set { state.withLock { $0.failure = newValue } }
  }

  /// The error that requesting the status throws; `nil` for none.
  package var statusFailure: StoreError? {
    get { state.withLock { $0.statusFailure } }
    set { state.withLock { $0.statusFailure = newValue } }
  }

  /// The number of pending changes after each synchronization.
  package var leftover: Int {
    get { state.withLock { $0.leftover } }
    set { state.withLock { $0.leftover = newValue } }
  }

  /// Whether a synchronization goes on until its task is cancelled.
  package var isEndless: Bool {
    get { state.withLock { $0.isEndless } }
    set { state.withLock { $0.isEndless = newValue } }
  }

  /// All requests.
  package var requests: [SyncRequest] { state.withLock { $0.requests } }

  /// Enqueues the outcome of a further synchronization.
  ///
  /// - Parameter outcome: What it returns or throws.
  package func answerNext(with outcome: Result<SyncSummary, SyncError>) {
    state.withLock { $0.outcomes.append(outcome) }
  }

  /// Reports the progress and returns the outcome. A brake stops it until a request decides.
  package func synchronize(
    _ request: SyncRequest, progress: @escaping @Sendable (SyncProgress) -> Void
  ) async throws(SyncError) -> SyncSummary {
    let steps = state.withLock { state in
      state.requests.append(request)
      return state.progress
    }
    // Outside of the lock, since the closure may request the status.
    for step in steps { progress(step) }
    if isEndless {
      let (never, sender) = AsyncStream<Void>.makeStream()
      for await _ in never {}
      withExtendedLifetime(sender) {}
    }
    if Task.isCancelled { throw .cancelled }
    let now = wallClock.now()
    return try state.withLock { state throws(SyncError) in
      let outcome = state.outcomes.isEmpty ? nil : state.outcomes.removeFirst()
      if outcome == nil, let failure = state.failure { throw failure }
      if outcome == nil, let brake = state.status.deletionBrake, request.deletions == .ask {
        throw .deletionBrake(brake)
      }
      let summary = try outcome?.get() ?? state.summary
      state.status.hasSynced = true
      state.status.pending = state.leftover
      state.status.deletionBrake = nil
      state.status.lastSuccess = now
      return summary
    }
  }

  package func status() async throws(StoreError) -> SyncStatus {
    try state.withLock { state throws(StoreError) in
      if let failure = state.statusFailure { throw failure }
      return state.status
    }
  }
}
