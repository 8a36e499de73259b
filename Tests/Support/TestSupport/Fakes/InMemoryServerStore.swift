package import NotesDomain
import Synchronization

/// The vaults of a server in memory, with every promise of ``ServerStore``; ``ServerStoreContract`` runs over it too.
///
/// ```swift
/// let store = InMemoryServerStore()
/// store.commitFailure = .diskFull(path: "/server")  // the steps of a transaction run, and are taken back
/// ```
package final class InMemoryServerStore: ServerStore {
  private struct State {
    var vaults: [VaultID: InMemoryServerTransaction] = [:]
    var failure: StoreError?
    var commitFailure: StoreError?
  }

  private let state = Mutex(State())

  /// Creates a store without vaults.
  package init() {}

  /// What every call throws from now on; `nil` to work again.
  package var failure: StoreError? {
    get { state.withLock { $0.failure } }
    set { state.withLock { $0.failure = newValue } }
  }

  /// What every transaction that writes throws from now on after its steps, as a server that dies before its commit;
  /// `nil` to work again.
  package var commitFailure: StoreError? {
    get { state.withLock { $0.commitFailure } }
    set { state.withLock { $0.commitFailure = newValue } }
  }

  /// Runs some steps on one vault, which are taken back when the body throws.
  package func write<Value: Sendable>(
    _ vault: VaultID, _ body: @escaping @Sendable (any ServerTransaction) throws(StoreError) -> Value
  ) async throws(StoreError) -> Value {
    try state.withLock { state throws(StoreError) in
      if let failure = state.failure { throw failure }
      let known = state.vaults[vault]
      let transaction = known ?? InMemoryServerTransaction()
      do throws(StoreError) {
        let value = try body(transaction)
        if let failure = state.commitFailure { throw failure }
        transaction.commit()
        if known == nil { state.vaults[vault] = transaction }
        return value
      } catch {
        transaction.rollBack()
        throw error
      }
    }
  }

  /// Runs some steps on one vault; what they change is taken back.
  package func read<Value: Sendable>(
    _ vault: VaultID, _ body: (any ServerTransaction) throws(StoreError) -> Value
  ) async throws(StoreError) -> Value {
    try state.withLock { state throws(StoreError) in
      if let failure = state.failure { throw failure }
      let transaction = state.vaults[vault] ?? InMemoryServerTransaction()
      defer { transaction.rollBack() }
      return try body(transaction)
    }
  }

  /// The vaults that have a state, by name.
  package func vaults() async throws(StoreError) -> [VaultID] {
    try state.withLock { state throws(StoreError) in
      if let failure = state.failure { throw failure }
      return state.vaults.filter { $0.value.isThere }.keys.sorted { $0.name < $1.name }
    }
  }

  /// All there is, to be copied or replaced as a whole.
  var contents: [VaultID: InMemoryServerVault] {
    get { state.withLock { state in state.vaults.filter { $0.value.isKept }.mapValues(\.vault) } }
    set {
      state.withLock { state in
        state.vaults = newValue.mapValues { InMemoryServerTransaction($0, isKnown: true) }
      }
    }
  }

  /// Makes an empty vault, which comes with its account.
  func add(_ vault: VaultID) {
    state.withLock { state in
      if state.vaults[vault]?.isKept != true { state.vaults[vault] = InMemoryServerTransaction(isKnown: true) }
    }
  }

  /// Forgets a vault, which goes with its account.
  func remove(_ vault: VaultID) {
    state.withLock { state in state.vaults[vault] = nil }
  }
}
