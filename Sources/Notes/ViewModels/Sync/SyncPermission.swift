import NotesDomain

/// The permission to sync, which depends on the life of the app.
struct SyncPermission: Sendable {
  let lifecycle: any AppLifecycle
  let clock: any Clock<Duration>

  /// Waits until a sync may run, and returns the conditions then; `nil` once the app ends or the task is cancelled.
  ///
  /// - Parameter wait: Called with each reason to wait.
  func granted<Problem: Error>(
    waiting wait: @MainActor (SyncPause) throws(Problem) -> Void
  ) async throws(Problem) -> AppConditions? {
    var conditions = lifecycle.conditions().makeAsyncIterator()
    while let present = await conditions.next(isolation: #isolation) {
      guard let pause = present.pause else { return present }
      try await wait(pause)
    }
    return nil
  }

  /// Waits until a sync may no longer run: the network is gone, or the time in the background is over.
  func withdrawn() async {
    while let present = await first(where: { $0.pause != nil || $0.stage != .foreground }) {
      guard present.pause == nil, case .background(let remaining) = present.stage else { return }
      let isOver = await withTaskGroup(of: Bool.self) { group in
        group.addTask { (try? await clock.sleep(for: remaining)) != nil }
        group.addTask {
          _ = await first { $0.pause != nil || $0.stage == .foreground }
          return false
        }
        defer { group.cancelAll() }
        return await group.next() ?? true
      }
      guard !isOver else { return }
    }
  }

  /// Waits until a sync is due because of the app: it may no longer run, so that it is due when it may again, or the person came back
  /// to the app, or power is no longer low.
  ///
  /// - Parameter granted: The conditions of the sync before.
  func turned(from granted: AppConditions) async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await withdrawn() }
      group.addTask {
        // Coming back between the permission and now counts, too: at worst, one sync is made twice.
        var last = granted
        for await present in lifecycle.conditions() {
          let isBack = present.stage == .foreground && last.stage != .foreground
          if isBack || granted.isPowerLow && !present.isPowerLow { return }
          last = present
        }
      }
      await group.next()
      group.cancelAll()
    }
  }

  private func first(where condition: @Sendable (AppConditions) -> Bool) async -> AppConditions? {
    await lifecycle.conditions().first(where: condition)
  }
}

/// The reason why no sync runs.
package enum SyncPause: Sendable, Hashable {
  /// The network cannot be reached.
  case noNetwork
  /// The app is in the background, and its time there is over.
  case background
}

extension AppConditions {
  /// The reason why no sync may run; `nil` if one may.
  var pause: SyncPause? {
    switch stage {
    case _ where !isNetworkReachable: .noNetwork
    case .background(let remaining) where remaining <= .zero: .background
    case .foreground, .background: nil
    }
  }
}
