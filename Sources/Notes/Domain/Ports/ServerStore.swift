/// What a server keeps of its vaults.
public protocol ServerStore: Sendable {
  /// Runs some steps on one vault in one transaction that nobody else writes beside; when the body throws, nothing has
  /// happened.
  ///
  /// - Parameters:
  ///   - vault: The vault; it need not be there yet.
  ///   - body: The steps. They run while the vault is locked, on any thread, so they must be short and must not call the
  ///     store. They may run more than once: what counts is the last time.
  func write<Value: Sendable>(
    _ vault: VaultID, _ body: @escaping @Sendable (any ServerTransaction) throws(StoreError) -> Value
  ) async throws(StoreError) -> Value

  /// Runs some steps that all see one vault at one moment, and change nothing.
  ///
  /// - Parameters:
  ///   - vault: The vault; it need not be there.
  ///   - body: The steps.
  func read<Value: Sendable>(
    _ vault: VaultID, _ body: (any ServerTransaction) throws(StoreError) -> Value
  ) async throws(StoreError) -> Value

  /// The vaults that are there, by name.
  func vaults() async throws(StoreError) -> [VaultID]
}
