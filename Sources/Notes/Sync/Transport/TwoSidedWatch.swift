import NotesDomain

/// Watches both sides at once: it looks at this device's store a few times a second, which costs next to nothing and also
/// sees what other programs write, and has the vault tell when something changes there.
struct TwoSidedWatch: ChangeWatch {
  private let store: any SyncStore
  private let history: any NoteHistory
  private let listener: any ChangeListener
  private let sleeper: any Sleeper
  private let backoff: Backoff
  private let settings: SyncSettings

  init(
    store: any SyncStore, history: any NoteHistory, listener: any ChangeListener, sleeper: any Sleeper,
    backoff: Backoff, settings: SyncSettings
  ) {
    self.store = store
    self.history = history
    self.listener = listener
    self.sleeper = sleeper
    self.backoff = backoff
    self.settings = settings
  }

  func mark() async -> LocalChangeMarker? {
    let pending = try? await store.read { transaction throws(StoreError) in try transaction.counts().pending }
    guard let pending, let changeSet = await newestChangeSet() else { return nil }
    return LocalChangeMarker(pending: pending, changeSet: changeSet)
  }

  func waitForChange(
    on origins: Set<ChangeOrigin>, since mark: LocalChangeMarker?, milliseconds: Int
  ) async throws(CancellationError) -> ChangeOrigin? {
    let ending = await withTaskGroup(of: Ending.self) { group in
      group.addTask {
        await watchDevice(since: origins.contains(.device) ? mark : nil, milliseconds: milliseconds)
      }
      if origins.contains(.vault) { group.addTask { await watchVault(milliseconds: milliseconds) } }
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

  /// How one of the two ended.
  private enum Ending: Sendable, Hashable {
    case changed(ChangeOrigin)
    case time
    case cancelled
    /// It cannot tell; the other one may.
    case unknown
  }

  /// Looks again and again, unless there is nothing to compare with, and tells when the time is over.
  private func watchDevice(since mark: LocalChangeMarker?, milliseconds: Int) async -> Ending {
    var left = milliseconds
    while left > 0 {
      if let mark, await hasChanged(since: mark) { return .changed(.device) }
      let pause = min(left, settings.pollInterval)
      do throws(CancellationError) {
        try await sleeper.sleep(milliseconds: pause)
      } catch {
        return .cancelled
      }
      left -= pause
    }
    return .time
  }

  /// Whether anything was changed, or other changes are pending. A store that cannot be read now is for the next sync to tell
  /// of.
  private func hasChanged(since mark: LocalChangeMarker) async -> Bool {
    if let newest = await newestChangeSet(), newest != mark.changeSet { return true }
    let found = try? await store.read { transaction throws(StoreError) in
      try transaction.pending(limit: mark.pending + 1).count
    }
    return found.map { $0 != mark.pending } ?? false
  }

  /// - Returns: 0 before the first; `nil` when nobody can tell.
  private func newestChangeSet() async -> Int? {
    let sets = try? await history.changeSets(before: nil, limit: 1)
    return sets.map { $0.first?.id ?? 0 }
  }

  /// Listens again and again. A failure is no reason to sync, unless it is one that people must hear of.
  private func watchVault(milliseconds: Int) async -> Ending {
    var left = milliseconds
    var failures = 0
    while left > 0, !Task.isCancelled, let request = await request(milliseconds: min(left, settings.listenTimeout)) {
      var pause = settings.pollInterval
      do throws(TransportError) {
        if try await listener.listen(request) == .changed { return .changed(.vault) }
        failures = 0
        left -= request.milliseconds
      } catch {
        guard error.isTransient else { return error.stopsEverything ? .changed(.vault) : .unknown }
        failures += 1
        pause = backoff.delay(before: failures + 1, after: error)
        left -= pause
      }
      // Also after good news: a server that answers at once, though asked to wait, is not asked at once again.
      guard (try? await sleeper.sleep(milliseconds: pause)) != nil else { return .unknown }
    }
    return .unknown
  }

  /// What to ask: whether anything came after what this device knows; `nil` where it knows nothing yet.
  private func request(milliseconds: Int) async -> WatchRequest? {
    let state = try? await store.read { transaction throws(StoreError) in try transaction.state() }
    guard let state, let epoch = state.epoch else { return nil }
    return WatchRequest(epoch: epoch, after: state.cursor, milliseconds: milliseconds)
  }
}

extension TransportError {
  /// Whether no request of this device will be answered any more, until somebody does something about it.
  fileprivate var stopsEverything: Bool {
    switch self {
    case .notConfigured, .misconfigured, .credentials, .unauthorized, .unsupportedProtocol: true
    case .unreachable, .untrusted, .rateLimited, .unavailable, .refused, .undecodable, .oversized: false
    }
  }
}
