import NotesDomain

/// A watch of both sides: the store of this device and the vault report their changes.
struct TwoSidedWatch: ChangeWatch {
  let store: any SyncStore
  let history: any NoteHistory
  let observer: any StoreObserver
  let listener: any ChangeListener
  let clock: any Clock<Duration>
  let randomness: any Randomness
  let settings: SyncSettings

  /// The maximum number of pending changes that a marker counts. Before the first sync each note is one, and to count 100,000
  /// takes 20 ms at each change. Further changes are noticed by their change set.
  private static let maximumCount = 1_000

  @concurrent
  func marker() async -> LocalChangeMarker? {
    let pending = try? await store.read { transaction in try transaction.pending(limit: Self.maximumCount).count }
    guard let pending, let changeSet = await newestChangeSet() else { return nil }
    return LocalChangeMarker(pending: pending, changeSet: changeSet)
  }

  func waitForChange(
    on origins: Set<ChangeOrigin>, since mark: LocalChangeMarker?, timeout: Duration
  ) async throws -> ChangeOrigin? {
    let ending = await withTaskGroup(of: Ending.self) { group in
      group.addTask { await watchDevice(since: origins.contains(.device) ? mark : nil, timeout: timeout) }
      if origins.contains(.vault) { group.addTask { await watchVault(timeout: timeout) } }
      defer { group.cancelAll() }
      for await ending in group where ending != .unknown { return ending }
      return .time
    }
    switch ending {
    case .changed(let origin): return origin
    case .time, .unknown:
      if Task.isCancelled { throw CancellationError() }
      return nil
    case .cancelled: throw CancellationError()
    }
  }

  /// The end of the watch of one side.
  private enum Ending: Sendable, Hashable {
    case changed(ChangeOrigin)
    case time
    case cancelled
    /// The side cannot be watched; the other one may report a change.
    case unknown
  }

  /// Observes the store until it changes or the time is over. Without a mark it only waits.
  private func watchDevice(since mark: LocalChangeMarker?, timeout: Duration) async -> Ending {
    let changes = observer.changes()
    if let mark, await hasChanged(since: mark) { return .changed(.device) }
    return await withTaskGroup(of: Ending.self) { group in
      group.addTask { (try? await clock.sleep(for: timeout)) == nil ? .cancelled : .time }
      if let mark {
        group.addTask {
          // What this watch's own sync leaves behind, such as the time of its success, is no change.
          for await _ in changes where await hasChanged(since: mark) { return .changed(.device) }
          return .cancelled
        }
      }
      defer { group.cancelAll() }
      return await group.next() ?? .cancelled
    }
  }

  /// Returns whether a note was changed, or other changes are pending; also when that cannot be read, of which the next sync tells: the
  /// notice of a change is there once.
  private func hasChanged(since mark: LocalChangeMarker) async -> Bool {
    guard await newestChangeSet() == mark.changeSet else { return true }
    let found = try? await store.read { transaction in
      try transaction.pending(limit: min(mark.pending + 1, Self.maximumCount)).count
    }
    return found != mark.pending
  }

  /// - Returns: 0 before the first change set; `nil` when the history cannot be read.
  private func newestChangeSet() async -> Int? {
    let sets = try? await history.changeSets(before: nil, limit: 1)
    return sets.map { $0.first?.id ?? 0 }
  }

  /// Sends one watch request after another. An error counts as a change only if the user must act on it.
  private func watchVault(timeout: Duration) async -> Ending {
    var left = timeout
    var failures = 0
    while left > .zero, !Task.isCancelled, let request = await request(timeout: min(left, settings.listenTimeout)) {
      var pause = settings.listenPause
      // A server may reply earlier than was asked for, and a request take longer: what counts is the time that passed.
      let asked = Stopwatch(clock)
      do {
        if try await listener.listen(request) == .changed { return .changed(.vault) }
        failures = 0
      } catch {
        guard error.isRetryable else { return error.stopsEverything ? .changed(.vault) : .unknown }
        failures += 1
        pause = settings.retry.delay(before: failures + 1, after: error, randomness: randomness)
      }
      left -= asked.elapsed + pause
      // Also after a reply: a server that replies at once instead of waiting must not be flooded.
      guard (try? await clock.sleep(for: pause)) != nil else { return .unknown }
    }
    return .unknown
  }

  /// Returns the next watch request; `nil` before the first sync.
  private func request(timeout: Duration) async -> WatchRequest? {
    let state = try? await store.read { transaction in try transaction.state() }
    guard let state, let epoch = state.epoch else { return nil }
    return WatchRequest(epoch: epoch, after: state.cursor, timeout: timeout)
  }
}

extension TransportError {
  /// Whether every further request fails until the user acts.
  fileprivate var stopsEverything: Bool {
    switch self {
    case .notConfigured, .misconfigured, .credentials, .unauthorized, .unsupportedProtocol, .encryption: true
    case .unreachable, .untrusted, .rateLimited, .unavailable, .refused, .misaddressed, .undecodable, .oversized: false
    }
  }
}
