import NotesDomain
import Wiring

/// The blobs of a server that the first request makes; see ``LateService``.
struct LateBlobService: BlobService {
  private let service: Lazy<any BlobService>

  init(_ service: Lazy<any BlobService>) {
    self.service = service
  }

  func progress(of digest: BlobDigest, in vault: VaultID) async throws(ServiceError) -> BlobProgress? {
    try await service.made().progress(of: digest, in: vault)
  }

  func receive(_ piece: BlobPiece, in vault: VaultID) async throws(ServiceError) -> BlobReply {
    try await service.made().receive(piece, in: vault)
  }

  func piece(
    of digest: BlobDigest, from offset: Int, limit: Int, in vault: VaultID
  ) async throws(ServiceError) -> BlobPiece? {
    try await service.made().piece(of: digest, from: offset, limit: limit, in: vault)
  }
}
