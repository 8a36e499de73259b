import NotesDomain
package import Wiring

/// The face of waiting for changes. Apart from ``ServerModule``, since nobody waits for a server that is only played.
package struct WatchModule: Module {
  private let settings: WatchSettings

  /// Creates the module.
  ///
  /// - Parameter settings: How long devices may wait.
  package init(_ settings: WatchSettings = WatchSettings()) {
    self.settings = settings
  }

  /// Declares the service, and puts a notifier behind what changes vaults.
  ///
  /// - Parameter binder: Where the bindings go.
  package func configure(_ binder: inout Binder) {
    binder.requires((any ServerStore).self)
    binder.requires((any Sleeper).self)

    binder.bind(WatchSettings.self, to: settings)
    binder.bind(ChangeNotifier.init).scoped(.singleton)
    binder.bind((any WatchService).self, VaultWatcher.init).scoped(.singleton)
    binder.decorate((any ServerStore).self, NotifyingServerStore.init(inner:notifier:))
  }
}

/// How long devices may wait for a change.
package struct WatchSettings: Sendable, Hashable {
  /// The longest wait, in milliseconds, whatever is asked for. Proxies cut off what is silent for longer.
  package var maximumWait = 60_000

  /// Creates settings that suit usual proxies.
  package init() {}
}

/// Waits with devices for a change in their vault.
///
/// The notifier events for changes that this process makes. Others, such as an operator's command that restores a vault, are
/// found at the end of each wait, when the store is asked once more.
struct VaultWatcher: WatchService {
  let store: any ServerStore
  let notifier: ChangeNotifier
  let sleeper: any Sleeper
  let settings: WatchSettings

  /// Waits for a change. A wait that is cancelled is answered as one that is over.
  func watch(_ request: WatchRequest, in vault: VaultID) async throws(ServiceError) -> WatchReply {
    // Before the store is asked: what happens in between events.
    let subscription = notifier.subscribe(to: vault)
    defer { subscription.end() }
    if try await isNews(request, in: vault) { return .changed }
    let milliseconds = min(max(0, request.milliseconds), settings.maximumWait)
    guard milliseconds > 0 else { return .quiet }
    async let alarm: Void = end(subscription, after: milliseconds)
    for await _ in subscription.events {
      // A batch need not have changed anything, and what it changed may be known.
      if try await isNews(request, in: vault) { return .changed }
    }
    await alarm
    if Task.isCancelled { return .quiet }
    return try await isNews(request, in: vault) ? .changed : .quiet
  }

  private func end(_ subscription: Subscription, after milliseconds: Int) async {
    // When the wait is over sooner, nobody needs the end.
    try? await sleeper.sleep(milliseconds: milliseconds)
    subscription.end()
  }

  /// Whether there is something that the device does not know.
  private func isNews(_ request: WatchRequest, in vault: VaultID) async throws(ServiceError) -> Bool {
    let state: VaultState?
    do throws(StoreError) {
      state = try await store.read(vault) { transaction throws(StoreError) in try transaction.state() }
    } catch {
      throw .store(error)
    }
    guard let state, let present = state.epochs.last?.epoch else { return true }
    // A head behind the device's is news as well: the vault went back in time.
    return present != request.epoch || state.head != request.after
  }
}
