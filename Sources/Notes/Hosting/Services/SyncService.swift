package import NotesDomain

/// The service with which a server synchronizes notes.
package protocol SyncService: Sendable {
  /// Applies a batch to a vault, which its first batch creates.
  func push(_ batch: PushBatch, to vault: VaultAccess) async throws(ServiceError) -> PushReply

  /// Returns changes of a vault, which its first request creates.
  ///
  /// - Parameter memory: The bytes of payload that may be read, which the caller has set aside.
  /// - Throws: ``ServiceError/needsMemory(bytes:)`` when the reply has more. Then none of it was read.
  func changes(
    _ request: ChangesRequest, in vault: VaultAccess, memory: Int
  ) async throws(ServiceError) -> ChangesReply
}

extension SyncService {
  /// Applies a batch to a vault of a server without accounts.
  package func push(_ batch: PushBatch, to vault: VaultID) async throws(ServiceError) -> PushReply {
    try await push(batch, to: VaultAccess(vault, token: nil))
  }

  /// Returns changes of a vault of a server without accounts.
  package func changes(_ request: ChangesRequest, in vault: VaultID) async throws(ServiceError) -> ChangesReply {
    try await changes(request, in: VaultAccess(vault, token: nil))
  }

  /// Returns changes of a vault, with any memory that it takes.
  package func changes(_ request: ChangesRequest, in vault: VaultAccess) async throws(ServiceError) -> ChangesReply {
    try await changes(request, in: vault, memory: .max)
  }
}

/// A vault, and the token that gives access to it.
///
/// The transaction that serves a request checks the token, too. Another check before it would be another round trip to a store
/// in another process, and would miss a revocation in between.
package struct VaultAccess: Sendable, Hashable {
  package let vault: VaultID
  /// The token; `nil` for a server without accounts.
  package let token: DeviceToken?

  package init(_ vault: VaultID, token: DeviceToken?) {
    self.vault = vault
    self.token = token
  }
}

/// An error of a server's services.
package enum ServiceError: Error, Sendable, Hashable {
  /// The store failed. Nothing was applied.
  case store(StoreError)
  /// The request is invalid.
  case malformed(detail: String)
  /// The request is larger than the server accepts.
  case tooLarge(limit: Int)
  /// The reply takes more memory than the caller has set aside: this number of bytes.
  case needsMemory(bytes: Int)
  /// The vault was removed with its account.
  case unknownVault
  /// The token gives no access to the vault, or not any more.
  case unauthorized
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
  func receive(_ piece: BlobPiece, in vault: VaultAccess) async throws(ServiceError) -> BlobUploadReply

  /// Returns a piece of a blob, of at most `limit` and ``BlobPiece/maximumBytes`` bytes, or `nil` when the vault does not
  /// hold the complete blob.
  func piece(
    of digest: BlobDigest, from offset: Int, limit: Int, in vault: VaultID
  ) async throws(ServiceError) -> BlobPiece?
}

extension BlobService {
  /// Adds a piece of a blob to a vault of a server without accounts.
  package func receive(_ piece: BlobPiece, in vault: VaultID) async throws(ServiceError) -> BlobUploadReply {
    try await receive(piece, in: VaultAccess(vault, token: nil))
  }
}
