import NotesDomain

/// Writes to the vaults that there are.
///
/// An account may be removed while a request of it is under way. So whether its vault is still there is asked in the same
/// transaction that writes: otherwise a vault would be made anew that belongs to nobody.
struct VaultWriter: Sendable {
  let store: any ServerStore
  let settings: ServerSettings

  /// Runs some steps on a vault, in one transaction.
  ///
  /// - Parameters:
  ///   - vault: The vault.
  ///   - body: The steps.
  func write<Value: Sendable>(
    _ vault: VaultID, _ body: @escaping @Sendable (any ServerTransaction) throws(StoreError) -> Value
  ) async throws(ServiceError) -> Value {
    let value: Value?
    do throws(StoreError) {
      value = try await store.write(vault) { transaction throws(StoreError) -> Value? in
        if settings.vaultsNeedAccounts {
          guard try transaction.isKnown() else { return nil }
        }
        return try body(transaction)
      }
    } catch {
      throw .store(error)
    }
    guard let value else { throw .unknownVault }
    return value
  }
}
