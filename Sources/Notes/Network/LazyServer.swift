import NotesDomain
import NotesHosting
import Wiring

/// A server that is created with its vaults by the first request, so that commands that send none leave no files.
struct LazyServer: SyncService, BlobService {
  let sync: Lazy<any SyncService>
  let blobs: Lazy<any BlobService>

  func push(_ batch: PushBatch, to vault: VaultAccess) async throws(ServiceError) -> PushReply {
    try await sync.service().push(batch, to: vault)
  }

  func changes(
    _ request: ChangesRequest, in vault: VaultAccess, memory: Int
  ) async throws(ServiceError) -> ChangesReply {
    try await sync.service().changes(request, in: vault, memory: memory)
  }

  func progress(of digest: BlobDigest, in vault: VaultID) async throws(ServiceError) -> BlobProgress? {
    try await blobs.service().progress(of: digest, in: vault)
  }

  func receive(_ piece: BlobPiece, in vault: VaultAccess) async throws(ServiceError) -> BlobUploadReply {
    try await blobs.service().receive(piece, in: vault)
  }

  func piece(
    of digest: BlobDigest, from offset: Int, limit: Int, in vault: VaultID
  ) async throws(ServiceError) -> BlobPiece? {
    try await blobs.service().piece(of: digest, from: offset, limit: limit, in: vault)
  }
}

extension Lazy {
  /// Returns the service, and throws the error of its creation as one of the service.
  fileprivate func service() throws(ServiceError) -> Value {
    do {
      return try value
    } catch let error as StoreError {
      throw .store(error)
    } catch {
      throw .store(.failed(path: "server", detail: "\(error)"))
    }
  }
}
