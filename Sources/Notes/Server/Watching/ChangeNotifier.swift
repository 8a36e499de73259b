import NotesDomain
import Synchronization

/// Rings when something was changed in a vault by this process; whoever waits for that then looks what it was.
final class ChangeNotifier: Sendable {
  private struct State {
    var next = 0
    var waiting: [VaultID: [Int: AsyncStream<Void>.Continuation]] = [:]
  }

  private let state = Mutex(State())

  /// How many wait, in all vaults.
  var subscriptionCount: Int { state.withLock { $0.waiting.values.reduce(0) { $0 + $1.count } } }

  /// Listens to a vault, from now on: a ring before the first wait is not lost, and several at once are one.
  ///
  /// - Parameter vault: The vault.
  /// - Returns: The events; they end when somebody ends them, or when the task that waits is cancelled.
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

  /// Rings for all who listen to a vault.
  ///
  /// - Parameter vault: The vault.
  func notify(_ vault: VaultID) {
    let waiting = state.withLock { $0.waiting[vault].map { Array($0.values) } ?? [] }
    for continuation in waiting { continuation.yield() }
  }

  private func forget(_ number: Int, of vault: VaultID) {
    state.withLock { state in
      _ = state.waiting[vault]?.removeValue(forKey: number)
      if state.waiting[vault]?.isEmpty == true { state.waiting[vault] = nil }
    }
  }
}

/// What somebody holds who listens to a vault.
struct Subscription: Sendable {
  /// The events.
  let events: AsyncStream<Void>
  fileprivate let continuation: AsyncStream<Void>.Continuation

  fileprivate init(events: AsyncStream<Void>, continuation: AsyncStream<Void>.Continuation) {
    self.events = events
    self.continuation = continuation
  }

  /// Ends the events.
  func end() { continuation.finish() }
}

/// Rings the notifier of a vault after each transaction in which something may have been written to it.
struct NotifyingServerStore: ServerStore {
  let inner: any ServerStore
  let notifier: ChangeNotifier

  func write<Value: Sendable>(
    _ vault: VaultID, _ body: @escaping @Sendable (any ServerTransaction) throws(StoreError) -> Value
  ) async throws(StoreError) -> Value {
    let value = try await inner.write(vault, body)
    notifier.notify( vault)
    return value
  }

  func read<Value: Sendable>(
    _ vault: VaultID, _ body: (any ServerTransaction) throws(StoreError) -> Value
  ) async throws(StoreError) -> Value {
    try await inner.read(vault, body)
  }

  func vaults() async throws(StoreError) -> [VaultID] { try await inner.vaults() }
}
