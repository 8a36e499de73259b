import NotesDomain
import NotesHosting
import NotesTestSupport
import Synchronization

/// An in-memory store that calls a function before one of its write transactions.
final class InterruptedStore: ServerStore {
  typealias Deed = @Sendable (any ServerTransaction) throws -> Void

  private struct State {
    var writes = 0
    var deed: (write: Int, body: Deed)?
  }

  private let inner = InMemoryServerStore()
  private let state = Mutex(State())

  func meddle(beforeWrite number: Int, _ body: @escaping Deed) {
    state.withLock { $0.deed = (number, body) }
  }

  func write<Value: Sendable>(
    _ vault: VaultID, prefetching prefetch: ServerPrefetch,
    _ body: @escaping @Sendable (any ServerTransaction) throws -> Value
  ) async throws(StoreError) -> Value {
    let deed = state.withLock { state -> Deed? in
      state.writes += 1
      return state.deed?.write == state.writes ? state.deed?.body : nil
    }
    if let deed { try await inner.write(vault, deed) }
    return try await inner.write(vault, body)
  }

  func read<Value: Sendable>(
    _ vault: VaultID, prefetching prefetch: ServerPrefetch,
    _ body: @escaping @Sendable (any ServerTransaction) throws -> Value
  ) async throws(StoreError) -> Value {
    try await inner.read(vault, prefetching: prefetch, body)
  }

  func vaults() async throws(StoreError) -> [VaultID] {
    try await inner.vaults()
  }

  func health() async throws(StoreError) -> StoreHealth { try await inner.health() }

  func consolidate() async { await inner.consolidate() }
}
