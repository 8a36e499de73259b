/// The service with which a server synchronizes notes.
package protocol SyncService: Sendable {
  /// Applies a batch to a vault, which its first batch creates.
  func push(_ batch: PushBatch, to vault: VaultID) async throws(ServiceError) -> PushReply

  /// Returns changes of a vault, which its first request creates.
  func changes(_ request: ChangesRequest, in vault: VaultID) async throws(ServiceError) -> ChangesReply
}

/// An error of a server's services.
package enum ServiceError: Error, Sendable, Hashable {
  /// The store failed. Nothing was applied.
  case store(StoreError)
  /// The request is invalid.
  case malformed(detail: String)
  /// The request is larger than the server accepts.
  case tooLarge(limit: Int)
  /// The vault was removed with its account.
  case unknownVault
}

/// The service with which a server notifies devices of changes in a vault.
package protocol WatchService: Sendable {
  /// Waits for a change until the timeout, which the server may shorten.
  func watch(_ request: WatchRequest, in vault: VaultID) async throws(ServiceError) -> WatchReply

  /// Looks for changes in a vault that another process changed, on behalf of those who wait; in all vaults if it is `nil`.
  func wake(_ vault: VaultID?)
}

/// The service with which a server stores blobs.
package protocol BlobService: Sendable {
  /// Returns the part of a blob that a vault holds, or `nil` for none.
  func progress(of digest: BlobDigest, in vault: VaultID) async throws(ServiceError) -> BlobProgress?

  /// Adds a piece of a blob when it starts at the end of the stored part; another piece changes nothing, and the reply
  /// contains the stored part. A first piece with another size restarts the blob. The last piece triggers a comparison
  /// with the digest.
  func receive(_ piece: BlobPiece, in vault: VaultID) async throws(ServiceError) -> BlobUploadReply

  /// Returns a piece of a blob, of at most `limit` and ``BlobPiece/maximumBytes`` bytes, or `nil` when the vault does not
  /// hold the complete blob.
  func piece(
    of digest: BlobDigest, from offset: Int, limit: Int, in vault: VaultID
  ) async throws(ServiceError) -> BlobPiece?
}
