import NotesDomain
import WiringMacros

/// The network of who has not chosen any, or wants none.
@Component(scope: .singleton)
struct UnconfiguredTransport: SyncTransport, BlobTransport {
  func push(_ batch: PushBatch) async throws(TransportError) -> PushReply { throw .notConfigured }

  func changes(_ request: ChangesRequest) async throws(TransportError) -> ChangesReply { throw .notConfigured }

  func progress(of digest: BlobDigest) async throws(TransportError) -> BlobProgress? { throw .notConfigured }

  func send(_ piece: BlobPiece) async throws(TransportError) -> BlobReply { throw .notConfigured }

  func piece(of digest: BlobDigest, from offset: Int, limit: Int) async throws(TransportError) -> BlobPiece? {
    throw .notConfigured
  }
}
