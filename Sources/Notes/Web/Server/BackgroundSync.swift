import NotesDomain
import NotesViewModels

/// The sync that runs beside the front, as `notesctl sync watch` does: while this device is signed in, until the front stops.
@MainActor
final class BackgroundSync {
  /// The result of the last sync in the background.
  enum Status: Sendable, Hashable {
    /// It does not run, since this device is not signed in, or the front has stopped.
    case off
    /// The first sync has not ended.
    case starting
    case succeeded(Timestamp)
    /// It succeeded, and goes on more rarely, since power is low.
    case slowed(Timestamp)
    /// It waits until the system lets it go on.
    case paused(SyncPause)
    /// It has failed since a time. It goes on by itself, unless only a person can remedy the failure.
    case failed(Failure, since: Timestamp)
  }

  /// The maximum interval between two syncs, which is also that of `notesctl sync watch`.
  private static let interval = Duration.seconds(60)

  private(set) var status = Status.off {
    didSet { if status != oldValue { for listener in listeners.values { listener.yield() } } }
  }
  private let sync: SyncViewModel
  private let clock: any WallClock
  private let (restarts, restarting) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
  private var listeners: [Int: AsyncStream<Void>.Continuation] = [:]
  private var lastListener = 0
  /// The time of the first of the failures that no success ended.
  private var failingSince: Timestamp?

  init(sync: SyncViewModel, clock: any WallClock) {
    self.sync = sync
    self.clock = clock
  }

  /// Syncs until the task is cancelled. Called once.
  func run() async {
    var watch = Task { await follow() }
    for await _ in restarts {
      watch.cancel()
      await watch.value
      watch = Task { await follow() }
    }
    watch.cancel()
    await watch.value
    status = .off
  }

  /// Begins again with a sync, after a person has signed in or out, or has remedied a failure.
  func restart() { restarting.yield() }

  /// Returns a stream with an element after changes of the status.
  func changes() -> AsyncStream<Void> {
    let (stream, listener) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    lastListener += 1
    listeners[lastListener] = listener
    listener.onTermination = { [id = lastListener] _ in Task { @MainActor in self.listeners[id] = nil } }
    return stream
  }

  private func follow() async {
    status = .starting
    await sync.watch(every: Self.interval) { record($0) }
    // A failure that only a person can remedy ends the watch, without a report.
    if !Task.isCancelled { record(sync.state) }
  }

  private func record(_ state: SyncViewState) {
    if let pause = state.pause {
      status = .paused(pause)
      return
    }
    switch state.phase {
    // It goes on after a pause.
    case .working: status = .starting
    case .failed(Failure(SyncError.transport(.notConfigured))): status = .off
    case .failed(let failure):
      let since = failingSince ?? clock.now()
      failingSince = since
      status = .failed(failure, since: since)
    case .idle, .done:
      failingSince = nil
      let time = state.status?.lastSuccess ?? clock.now()
      status = state.isPowerLow ? .slowed(time) : .succeeded(time)
    }
  }
}
