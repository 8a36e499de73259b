import NotesDomain

/// Writes to vaults, and refuses those whose account is gone.
///
/// An account may be removed during one of its requests. So the transaction that writes also checks whether the vault still
/// exists; otherwise it would create a vault without an owner.
struct VaultWriter: Sendable {
  let store: any ServerStore
  let settings: ServerSettings

  func write<Value: Sendable>(
    _ vault: VaultID, prefetching prefetch: ServerPrefetch = ServerPrefetch(),
    _ body: @escaping @Sendable (any ServerTransaction) throws -> Value
  ) async throws -> Value {
    let value = try await store.write(vault, prefetching: prefetch) { transaction -> Value? in
      if settings.vaultsNeedAccounts {
        guard try transaction.isKnown() else { return nil }
      }
      return try body(transaction)
    }
    guard let value else { throw ServiceError.unknownVault }
    return value
  }
}

extension StoreError {
  /// Runs the body of a service's method, and wraps an error of the store in one of the service.
  static func wrapped<Value, Failure: Error>(
    in wrap: (StoreError) -> Failure, _ body: () async throws -> Value
  ) async throws(Failure) -> Value {
    do {
      return try await body()
    } catch let error as Failure {
      throw error
    } catch {
      // Services throw no other errors.
      throw wrap(error as? StoreError ?? .failed(path: "", detail: String(describing: error)))
    }
  }
}
