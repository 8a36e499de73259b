import NotesDomain

/// Writes to existing vaults.
///
/// An account may be removed during one of its requests. So the transaction that writes also checks whether the vault still
/// exists; otherwise it would create a vault without an owner.
struct VaultWriter: Sendable {
  let store: any ServerStore
  let settings: ServerSettings

  /// Runs a function in one transaction on a vault.
  func write<Value: Sendable>(
    _ vault: VaultID, _ body: @escaping @Sendable (any ServerTransaction) throws(StoreError) -> Value
  ) async throws(ServiceError) -> Value {
    let value = try await ServiceError.wrapping { () async throws(StoreError) in
      try await store.write(vault) { transaction throws(StoreError) -> Value? in
        if settings.vaultsNeedAccounts {
          guard try transaction.isKnown() else { return nil }
        }
        return try body(transaction)
      }
    }
    guard let value else { throw .unknownVault }
    return value
  }
}

extension ServiceError {
  /// Runs a function that uses the store, and wraps its error.
  static func wrapping<Value>(
    _ body: () async throws(StoreError) -> Value
  ) async throws(ServiceError) -> Value {
    do throws(StoreError) { return try await body() } catch { throw .store(error) }
  }
}
