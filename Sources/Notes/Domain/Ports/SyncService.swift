/// What a server does for devices, without the network in between.
public protocol SyncService: Sendable {
  /// Executes a batch, or says why not.
  ///
  /// - Parameters:
  ///   - batch: The batch.
  ///   - vault: The vault; it is created by its first batch.
  func push(_ batch: PushBatch, to vault: VaultID) async throws(ServiceError) -> PushReply

  /// Answers what has changed in a vault.
  ///
  /// - Parameters:
  ///   - request: After which revision, and how many.
  ///   - vault: The vault; it is created by the first question about it.
  func changes(_ request: ChangesRequest, in vault: VaultID) async throws(ServiceError) -> ChangesReply
}
