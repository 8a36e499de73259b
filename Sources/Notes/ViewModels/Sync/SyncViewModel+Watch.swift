import NotesDomain

extension SyncViewModel {
  /// Syncs repeatedly until the task is cancelled, or until a sync fails permanently; the state then has the failure.
  ///
  /// A change on either side ends a wait. After each transient failure it waits longer, and only a change on this device
  /// ends the wait early. An origin whose changes trigger syncs that make no changes is ignored for longer, too.
  ///
  /// It follows the life of the app: it syncs at once when the person comes back to it, and when the network returns, pauses
  /// without a network, and ends a sync whose time in the background is over, which the next one resumes. While power is low, it does
  /// not listen to the vault, and syncs more rarely.
  ///
  /// - Parameters:
  ///   - interval: The wait after a successful sync while nothing changes.
  ///   - report: Called with the state after each sync that another one follows, and when a pause begins.
  /// - Throws: The error of `report`, which ends the watch.
  package func watch<Problem: Error>(
    every interval: Duration, report: @MainActor (SyncViewState) throws(Problem) -> Void
  ) async throws(Problem) {
    var schedule = SyncSchedule(every: interval)
    var trigger: ChangeOrigin?
    var rest = RequestedRest(clock)
    while !Task.isCancelled {
      let granted = try await permission.granted { pause throws(Problem) in
        state = SyncViewState(status: state.status, shortIDs: state.shortIDs, pause: pause)
        try report(state)
      }
      guard let granted else { return }
      if state.pause != nil {
        state = SyncViewState(phase: .working, status: state.status, shortIDs: state.shortIDs)
        try report(state)
      }
      // A turn of the app's life is no reason to ask a server that wants none of it yet.
      guard await rest.end() else { return }
      state.isPowerLow = granted.isPowerLow
      let (error, isWithdrawn) = await syncWhilePermitted()
      if isWithdrawn, error == .cancelled, !Task.isCancelled { continue }
      guard error?.isTransient ?? true else { return }
      rest.begin(error?.retryAfter ?? .zero)
      try report(state)
      let waits = schedule.waits(
        after: error, madeChanges: state.summary?.madeChanges ?? false, triggeredBy: trigger,
        isPowerLow: granted.isPowerLow, random: randomness.next())
      var mark = await changes.marker()
      // A sync that succeeded has sent all changes: a pending one was made after it last looked, such as during a download.
      if error == nil { mark?.pending = 0 }
      switch await wait(waits, since: mark, under: granted) {
      case .change(let origin): trigger = origin
      case .time: trigger = nil
      case .turn: (trigger, schedule) = (nil, SyncSchedule(every: interval))
      case .cancellation: return
      }
    }
  }

  /// Syncs, and ends it early if the app may no longer.
  ///
  /// - Returns: The error of the sync, and whether it was ended. Not that of the phase, in which a load may have failed since.
  private func syncWhilePermitted() async -> (error: SyncError?, isWithdrawn: Bool) {
    let sync = Task { await perform(SyncRequest()) }
    let withdrawal = Task { [permission] in
      await permission.withdrawn()
      sync.cancel()
    }
    let failure = await withTaskCancellationHandler {
      await sync.value
    } onCancel: {
      sync.cancel()
    }
    let isWithdrawn = sync.isCancelled
    withdrawal.cancel()
    await withdrawal.value
    return (Self.error(failure), isWithdrawn)
  }

  /// The end of a wait between two syncs.
  private enum WaitEnd: Sendable {
    case change(ChangeOrigin)
    case time
    /// The life of the app turned, so that a sync is due as soon as one may run.
    case turn
    case cancellation
  }

  /// Waits until a sync is due.
  private func wait(
    _ waits: [SyncWait], since mark: LocalChangeMarker?, under conditions: AppConditions
  ) async -> WaitEnd {
    await withTaskGroup(of: WaitEnd.self) { [permission] group in
      group.addTask {
        do {
          return try await self.change(during: waits, since: mark).map { .change($0) } ?? .time
        } catch {
          return .cancellation
        }
      }
      group.addTask {
        await permission.turned(from: conditions)
        return .turn
      }
      let end = await group.next() ?? .cancellation
      group.cancelAll()
      return Task.isCancelled ? .cancellation : end
    }
  }

  /// Waits for a change, off the main actor.
  ///
  /// - Returns: The origin of the change; `nil` if the waits ran out.
  @concurrent
  private nonisolated func change(
    during waits: [SyncWait], since mark: LocalChangeMarker?
  ) async throws -> ChangeOrigin? {
    for wait in waits {
      if wait.origins.isEmpty {
        try await clock.sleep(for: wait.timeout)
      } else if let origin = try await changes.waitForChange(on: wait.origins, since: mark, timeout: wait.timeout) {
        return origin
      }
    }
    return nil
  }

  /// Returns the error of a sync, or of loading the status after it.
  private static func error(_ failure: Failure?) -> SyncError? {
    switch failure?.error {
    case let error as SyncError: error
    case let error as StoreError: .store(error)
    default: nil
    }
  }
}

/// The time that a server wants to be left alone.
private struct RequestedRest {
  private let clock: any Clock<Duration>
  private var rest: (duration: Duration, since: Stopwatch)?

  init(_ clock: any Clock<Duration>) { self.clock = clock }

  /// Begins a time from now; none if it is zero.
  mutating func begin(_ duration: Duration) {
    rest = duration > .zero ? (duration, Stopwatch(clock)) : nil
  }

  /// Waits until it is over. Returns whether the task was not cancelled meanwhile.
  func end() async -> Bool {
    guard let rest, rest.since.elapsed < rest.duration else { return !Task.isCancelled }
    return (try? await clock.sleep(for: rest.duration - rest.since.elapsed)) != nil
  }
}
