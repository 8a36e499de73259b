import NotesDomain

/// Rings the bell of a vault after each transaction in which something may have been written to it.
struct RingingServerStore: ServerStore {
  let inner: any ServerStore
  let bell: VaultBell

  func write<Value: Sendable>(
    _ vault: VaultID, _ body: @escaping @Sendable (any ServerTransaction) throws(StoreError) -> Value
  ) async throws(StoreError) -> Value {
    let value = try await inner.write(vault, body)
    bell.ring(for: vault)
    return value
  }

  func read<Value: Sendable>(
    _ vault: VaultID, _ body: (any ServerTransaction) throws(StoreError) -> Value
  ) async throws(StoreError) -> Value {
    try await inner.read(vault, body)
  }

  func vaults() async throws(StoreError) -> [VaultID] { try await inner.vaults() }
}
