import NotesDomain
import NotesHosting
package import Wiring

/// The bindings of waiting for changes. Separate from ``ServerModule``, since the mock network is polled.
package struct WatchModule: Module {
  package init() {}

  package func configure(_ binder: inout Binder) {
    binder.bind(WatchSettings.init)
    binder.bind(ChangeNotifier.init).scoped(.singleton)
    binder.bind((any WatchService).self, VaultWatcher.init).scoped(.singleton)
    binder.decorate((any ServerStore).self, NotifyingServerStore.init(inner:notifier:messenger:))
  }
}

/// The limits of waiting for a change.
package struct WatchSettings: Sendable, Hashable {
  /// The maximum wait. Proxies close connections that are silent for longer.
  package var maximumWait = Duration.seconds(60)

  package init() {}
}

/// The watch service: delays its reply until the vault changes.
///
/// The notifier reports the changes of this process, and of other nodes. Those of others, such as an operator's command that
/// restores a vault in a file, are found at the end of each wait, when the store is read again.
struct VaultWatcher: WatchService {
  let store: any ServerStore
  let notifier: ChangeNotifier
  let clock: any Clock<Duration>
  let settings: WatchSettings

  /// Waits for a change. A cancelled wait replies like one whose time is over.
  func watch(_ request: WatchRequest, in vault: VaultID) async throws(ServiceError) -> WatchReply {
    // Before the store is read, so that no change in between is missed.
    let subscription = notifier.subscribe(to: vault)
    defer { subscription.end() }
    do {
      if try await isNews(request, in: vault) { return .changed }
      let timeout = min(request.timeout, settings.maximumWait)
      guard timeout > .zero else { return .unchanged }
      async let alarm: Void = end(subscription, after: timeout)
      for await _ in subscription.events {
        // A batch may have changed nothing, or something that the device knows.
        if try await isNews(request, in: vault) { return .changed }
      }
      await alarm
      if Task.isCancelled { return .unchanged }
      return try await isNews(request, in: vault) ? .changed : .unchanged
    } catch {
      // A store may give a cancelled reading up.
      if Task.isCancelled { return .unchanged }
      throw error
    }
  }

  func wake(_ vault: VaultID?) { notifier.notify(vault) }

  private func end(_ subscription: Subscription, after timeout: Duration) async {
    // The sleep is cancelled when the wait ends early.
    try? await clock.sleep(for: timeout)
    subscription.end()
  }

  /// Returns whether the vault has changes that the device does not know.
  private func isNews(_ request: WatchRequest, in vault: VaultID) async throws(ServiceError) -> Bool {
    let state = try await StoreError.wrapped(in: ServiceError.store) { try await store.read(vault) { try $0.state() } }
    guard let state, let present = state.epochs.last?.epoch else { return true }
    // A head behind that of the device is news as well: the vault was restored.
    return present != request.epoch || state.head != request.after
  }
}
