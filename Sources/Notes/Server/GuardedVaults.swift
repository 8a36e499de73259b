import NotesDomain
import NotesHosting

/// Runs transactions on vaults, and refuses those whose account is gone, or whose token is invalid.
///
/// An account or a device may be removed during one of its requests. So the transaction itself checks both; otherwise it could
/// create a vault without an owner.
struct GuardedVaults: Sendable {
  let store: any ServerStore
  let settings: ServerSettings

  func write<Value: Sendable>(
    _ access: VaultAccess, prefetching prefetch: ServerPrefetch = ServerPrefetch(),
    _ body: @escaping @Sendable (any ServerTransaction) throws -> Value
  ) async throws -> Value {
    let token = access.token?.digest
    var prefetch = prefetch
    prefetch.token = token
    let result = try await store.write(access.vault, prefetching: prefetch) {
      transaction -> Result<Value, ServiceError> in
      try checked(token, in: transaction) {
        guard try !settings.vaultsNeedAccounts || transaction.isKnown() else { return .failure(.unknownVault) }
        return .success(try body(transaction))
      }
    }
    return try result.get()
  }

  func read<Value: Sendable>(
    _ access: VaultAccess, prefetching prefetch: ServerPrefetch = ServerPrefetch(),
    _ body: @escaping @Sendable (any ServerTransaction) throws -> Value
  ) async throws -> Value {
    let token = access.token?.digest
    var prefetch = prefetch
    prefetch.token = token
    let result = try await store.read(access.vault, prefetching: prefetch) {
      transaction -> Result<Value, ServiceError> in
      try checked(token, in: transaction) { .success(try body(transaction)) }
    }
    return try result.get()
  }

  /// Runs the steps if the token is valid. A result, since a store converts the errors of its transactions.
  private func checked<Value>(
    _ token: [UInt8]?, in transaction: any ServerTransaction, _ body: () throws -> Result<Value, ServiceError>
  ) throws -> Result<Value, ServiceError> {
    if let token, try !transaction.isHeld(by: token) { return .failure(.unauthorized) }
    return try body()
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
