/// What a server does for devices, without the network in between.
package protocol SyncService: Sendable {
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

/// Why a server did not execute a request.
package enum ServiceError: Error, Sendable, Hashable {
  /// Its store failed; nothing was executed.
  case store(StoreError)
  /// The request makes no sense, whoever sends it.
  case malformed(detail: String)
  /// The request is larger than the server accepts.
  case tooLarge(limit: Int)
  /// There is no such vault: it went with its account.
  case unknownVault
}

/// Tells devices when something changes in their vault.
package protocol WatchService: Sendable {
  /// Waits for a change.
  ///
  /// - Parameters:
  ///   - request: What the device knows, and how long to wait; the server shortens a wait that is longer than it likes.
  ///   - vault: The vault.
  func watch(_ request: WatchRequest, in vault: VaultID) async throws(ServiceError) -> WatchReply
}

/// What a server does for devices with the blobs of a vault.
package protocol BlobService: Sendable {
  /// How much of a blob a vault holds; `nil` for nothing.
  func progress(of digest: BlobDigest, in vault: VaultID) async throws(ServiceError) -> BlobProgress?

  /// Takes a piece of a blob when it begins where the last ended; another changes nothing, and is answered with what is
  /// there. A first piece that says another size than what is there begins anew. With the last piece the whole is compared
  /// with its name.
  ///
  /// - Parameters:
  ///   - piece: The piece.
  ///   - vault: The vault.
  func receive(_ piece: BlobPiece, in vault: VaultID) async throws(ServiceError) -> BlobUploadReply

  /// Gives a piece of a blob.
  ///
  /// - Parameters:
  ///   - digest: The blob.
  ///   - offset: How many bytes come before the piece.
  ///   - limit: The most bytes of it; above ``BlobPiece/maximumBytes`` it counts as that.
  ///   - vault: The vault.
  /// - Returns: `nil` when the vault does not hold all of the blob.
  func piece(
    of digest: BlobDigest, from offset: Int, limit: Int, in vault: VaultID
  ) async throws(ServiceError) -> BlobPiece?
}
