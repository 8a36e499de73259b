import NotesDomain
import Wiring

/// A server that the first request makes, and with it the file of its vaults: who only asks how a device stands makes none.
struct LazySyncService: SyncService {
  private let service: Lazy<any SyncService>

  init(_ service: Lazy<any SyncService>) {
    self.service = service
  }

  func push(_ batch: PushBatch, to vault: VaultID) async throws(ServiceError) -> PushReply {
    try await service.made().push(batch, to: vault)
  }

  func changes(_ request: ChangesRequest, in vault: VaultID) async throws(ServiceError) -> ChangesReply {
    try await service.made().changes(request, in: vault)
  }
}

extension Lazy {
  /// The service, made if need be, with the failure to make it as one of its own.
  func made() throws(ServiceError) -> Value {
    do {
      return try value
    } catch let error as StoreError {
      throw .store(error)
    } catch {
      throw .store(.failed(path: "server", detail: "\(error)"))
    }
  }
}

/// The blobs of a server that the first request makes; see ``LazySyncService``.
struct LazyBlobService: BlobService {
  private let service: Lazy<any BlobService>

  init(_ service: Lazy<any BlobService>) {
    self.service = service
  }

  func progress(of digest: BlobDigest, in vault: VaultID) async throws(ServiceError) -> BlobProgress? {
    try await service.made().progress(of: digest, in: vault)
  }

  func receive(_ piece: BlobPiece, in vault: VaultID) async throws(ServiceError) -> BlobUploadReply {
    try await service.made().receive(piece, in: vault)
  }

  func piece(
    of digest: BlobDigest, from offset: Int, limit: Int, in vault: VaultID
  ) async throws(ServiceError) -> BlobPiece? {
    try await service.made().piece(of: digest, from: offset, limit: limit, in: vault)
  }
}
