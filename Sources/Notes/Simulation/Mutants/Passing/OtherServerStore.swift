import NotesDomain

/// A store whose transactions are something else.
struct OtherServerStore: ServerStore {
  let inner: any ServerStore
  let wrap: @Sendable (any ServerTransaction) -> any ServerTransaction

  func write<Value: Sendable>(
    _ vault: VaultID, _ body: @escaping @Sendable (any ServerTransaction) throws(StoreError) -> Value
  ) async throws(StoreError) -> Value {
    try await inner.write(vault) { (transaction) throws(StoreError) in try body(wrap(transaction)) }
  }

  func read<Value: Sendable>(
    _ vault: VaultID, _ body: (any ServerTransaction) throws(StoreError) -> Value
  ) async throws(StoreError) -> Value {
    try await inner.read(vault) { (transaction) throws(StoreError) in try body(wrap(transaction)) }
  }

  func vaults() async throws(StoreError) -> [VaultID] { try await inner.vaults() }
}
