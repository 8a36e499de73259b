package import NotesDomain
package import NotesHosting
import Synchronization

/// The vaults of a server in memory that fulfills the contract of ``ServerStore``; ``ServerStoreContract`` runs over it too.
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
    var isConsolidated = false
  }

  private let state = Mutex(State())
  /// The digests of the tokens that give access to each vault. Apart from the state, since accounts change them while they
  /// are locked.
  private let holders = Mutex<[VaultID: Set<[UInt8]>]>([:])

  package init() {}

  /// Sets the digests of the tokens that give access to a vault.
  package func setHolders(_ digests: Set<[UInt8]>, of vault: VaultID) {
    holders.withLock { $0[vault] = digests }
  }

  /// The error that every call throws; `nil` for none.
  package var failure: StoreError? {
    get { state.withLock { $0.failure } }
    set { state.withLock { $0.failure = newValue } }
  }

  /// The error that every write transaction throws after its steps, like a crash before the commit;
  /// `nil` for none.
  package var commitFailure: StoreError? {
    get { state.withLock { $0.commitFailure } }
    set { state.withLock { $0.commitFailure = newValue } }
  }

  package func write<Value: Sendable>(
    _ vault: VaultID, prefetching prefetch: ServerPrefetch,
    _ body: @escaping @Sendable (any ServerTransaction) throws -> Value
  ) async throws(StoreError) -> Value {
    try state.withLock { state throws(StoreError) in
      if let failure = state.failure { throw failure }
      let known = state.vaults[vault]
      let transaction = known ?? InMemoryServerTransaction()
      transaction.holders = holders.withLock { $0[vault] ?? [] }
      do {
        let value = try body(transaction)
        if let failure = state.commitFailure { throw failure }
        transaction.commit()
        if known == nil { state.vaults[vault] = transaction }
        return value
      } catch {
        transaction.rollBack()
        throw StoreError(ofBody: error)
      }
    }
  }

  package func read<Value: Sendable>(
    _ vault: VaultID, prefetching prefetch: ServerPrefetch,
    _ body: @escaping @Sendable (any ServerTransaction) throws -> Value
  ) async throws(StoreError) -> Value {
    try state.withLock { state throws(StoreError) in
      if let failure = state.failure { throw failure }
      let transaction = state.vaults[vault] ?? InMemoryServerTransaction()
      transaction.holders = holders.withLock { $0[vault] ?? [] }
      defer { transaction.rollBack() }
      do { return try body(transaction) } catch { throw StoreError(ofBody: error) }
    }
  }

  package func vaults() async throws(StoreError) -> [VaultID] {
    try state.withLock { state throws(StoreError) in
      if let failure = state.failure { throw failure }
      return state.vaults.filter { $0.value.hasState }.keys.sorted { $0.name < $1.name }
    }
  }

  package func health() async throws(StoreError) -> StoreHealth {
    try state.withLock { state throws(StoreError) in
      if let failure = state.failure { throw failure }
      return state.commitFailure.map(StoreHealth.readOnly) ?? .ready
    }
  }

  package func consolidate() async { state.withLock { $0.isConsolidated = true } }

  /// Whether the store was consolidated.
  package var isConsolidated: Bool { state.withLock { $0.isConsolidated } }

  /// The blobs of a vault that were looked up, in order.
  package func blobLookups(in vault: VaultID) -> [BlobDigest] {
    state.withLock { $0.vaults[vault]?.blobLookups ?? [] }
  }

  /// The whole content, for copies.
  var contents: [VaultID: InMemoryServerVault] {
    get { state.withLock { state in state.vaults.filter { $0.value.isKept }.mapValues(\.vault) } }
    set {
      state.withLock { state in
        state.vaults = newValue.mapValues { InMemoryServerTransaction($0, isKnown: true) }
      }
    }
  }

  /// Adds the empty vault of a new account.
  func add(_ vault: VaultID) {
    state.withLock { state in
      if state.vaults[vault]?.isKept != true { state.vaults[vault] = InMemoryServerTransaction(isKnown: true) }
    }
  }

  /// Removes the vault of a removed account.
  func remove(_ vault: VaultID) {
    state.withLock { state in state.vaults[vault] = nil }
  }
}

extension StoreError {
  /// The error of a transaction's body.
  fileprivate init(ofBody error: any Error) {
    self = error as? StoreError ?? .failed(path: "memory", detail: String(describing: error))
  }
}
