import NotesDomain
import NotesTestSupport
import Synchronization

/// A blob transport that fails after some pieces, of any blob or of one.
final class FailingBlobTransport: BlobTransport {
  private let transport: any BlobTransport
  private let left: Mutex<Int>
  private let error: TransportError
  /// The only blob whose pieces fail; `nil` for all.
  private let digest: BlobDigest?

  /// The number of pieces that failed.
  var failures: Int { left.withLock { max(0, -$0) } }

  init(
    _ transport: any BlobTransport, pieces: Int, of digest: BlobDigest? = nil, error: TransportError = .unauthorized
  ) {
    self.transport = transport
    self.error = error
    self.digest = digest
    left = Mutex(pieces)
  }

  func progress(of digest: BlobDigest) async throws(TransportError) -> BlobProgress? {
    try await transport.progress(of: digest)
  }

  func send(_ piece: BlobPiece) async throws(TransportError) -> BlobUploadReply {
    try count(piece.digest)
    return try await transport.send(piece)
  }

  func piece(of digest: BlobDigest, from offset: Int, limit: Int) async throws(TransportError) -> BlobPiece? {
    try count(digest)
    return try await transport.piece(of: digest, from: offset, limit: limit)
  }

  private func count(_ digest: BlobDigest) throws(TransportError) {
    guard digest == self.digest ?? digest else { return }
    let isOver = left.withLock { left in
      left -= 1
      return left < 0
    }
    if isOver { throw error }
  }
}
