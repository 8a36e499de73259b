import NotesDomain
import NotesHosting
import Synchronization

/// Notifies the subscribers of a vault when it changes. They then read what changed.
final class ChangeNotifier: Sendable {
  private struct State {
    var next = 0
    var waiting: [VaultID: [Int: AsyncStream<Void>.Continuation]] = [:]
  }

  private let state = Mutex(State())

  var subscriptionCount: Int { state.withLock { $0.waiting.values.reduce(0) { $0 + $1.count } } }

  /// Subscribes to a vault. An event before the first wait is not lost, and several events are combined into one.
  ///
  /// - Returns: A subscription that ends with ``Subscription/end()``, or when the waiting task is cancelled.
  func subscribe(to vault: VaultID) -> Subscription {
    let (events, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let number = state.withLock { state in
      state.next += 1
      state.waiting[vault, default: [:]][state.next] = continuation
      return state.next
    }
    continuation.onTermination = { [weak self] _ in self?.forget(number, of: vault) }
    return Subscription(events: events, continuation: continuation)
  }

  /// Notifies the subscribers of a vault; of all vaults if it is `nil`.
  func notify(_ vault: VaultID?) {
    let waiting = state.withLock { state in
      guard let vault else { return state.waiting.values.flatMap(\.values) }
      return state.waiting[vault].map { Array($0.values) } ?? []
    }
    for continuation in waiting { continuation.yield() }
  }

  private func forget(_ number: Int, of vault: VaultID) {
    state.withLock { state in
      _ = state.waiting[vault]?.removeValue(forKey: number)
      if state.waiting[vault]?.isEmpty == true { state.waiting[vault] = nil }
    }
  }
}

/// A subscription to the changes of a vault.
struct Subscription: Sendable {
  /// One element for each notification that was not yet received.
  let events: AsyncStream<Void>
  fileprivate let continuation: AsyncStream<Void>.Continuation

  func end() { continuation.finish() }
}

/// A store that notifies the subscribers of a vault, and the other nodes, after each write transaction.
///
/// After it, not in it: PostgreSQL commits the transactions that notify one after the other, of all vaults.
struct NotifyingServerStore: ServerStore {
  let inner: any ServerStore
  let notifier: ChangeNotifier
  let messenger: any NodeMessenger

  func write<Value: Sendable>(
    _ vault: VaultID, prefetching prefetch: ServerPrefetch,
    _ body: @escaping @Sendable (any ServerTransaction) throws -> Value
  ) async throws(StoreError) -> Value {
    let value = try await inner.write(vault, prefetching: prefetch, body)
    notifier.notify(vault)
    messenger.send(.change(vault))
    return value
  }

  func read<Value: Sendable>(
    _ vault: VaultID, prefetching prefetch: ServerPrefetch,
    _ body: @escaping @Sendable (any ServerTransaction) throws -> Value
  ) async throws(StoreError) -> Value {
    try await inner.read(vault, prefetching: prefetch, body)
  }

  func vaults() async throws(StoreError) -> [VaultID] { try await inner.vaults() }

  func health() async throws(StoreError) -> StoreHealth { try await inner.health() }

  func consolidate() async { await inner.consolidate() }
}
