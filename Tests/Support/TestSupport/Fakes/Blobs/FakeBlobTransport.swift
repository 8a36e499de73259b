package import NotesDomain
import Synchronization

/// A transport to a vault's blobs in memory, with injectable errors and replies.
package final class FakeBlobTransport: BlobTransport {
  private struct State {
    var blobs: [BlobDigest: (size: Int, bytes: [UInt8])] = [:]
    var failures: [TransportError] = []
    var replies: [BlobUploadReply] = []
    var sent: [BlobPiece] = []
    var asked: [BlobDigest] = []

    mutating func fail() throws(TransportError) {
      if !failures.isEmpty { throw failures.removeFirst() }
    }
  }

  private let state = Mutex(State())

  package init() {}

  /// The complete blobs of the vault.
  package var contents: [BlobDigest: [UInt8]] {
    state.withLock { state in state.blobs.filter { $0.value.bytes.count == $0.value.size }.mapValues(\.bytes) }
  }

  /// The sent pieces, including lost ones.
  package var sent: [BlobPiece] { state.withLock { $0.sent } }

  /// The blobs in requests for progress and pieces, including lost requests.
  package var asked: [BlobDigest] { state.withLock { $0.asked } }

  /// Lets the next calls fail before they reach the vault.
  package func failNext(_ error: TransportError, times: Int = 1) {
    state.withLock { $0.failures += Array(repeating: error, count: times) }
  }

  /// Sets the reply to the next piece, which does not reach the vault.
  package func answerNext(with reply: BlobUploadReply) {
    state.withLock { $0.replies.append(reply) }
  }

  /// Adds a complete or incomplete blob to the vault.
  ///
  /// - Parameters:
  ///   - content: All of its bytes.
  ///   - count: The number of stored bytes; `nil` for all.
  package func keep(_ content: [UInt8], first count: Int? = nil) {
    state.withLock { $0.blobs[.of(content)] = (content.count, Array(content.prefix(count ?? content.count))) }
  }

  /// Adds a blob to the vault that does not match its digest.
  package func keep(_ bytes: [UInt8], as digest: BlobDigest) {
    state.withLock { $0.blobs[digest] = (bytes.count, bytes) }
  }

  /// Removes a blob from the vault.
  package func lose(_ digest: BlobDigest) {
    state.withLock { $0.blobs[digest] = nil }
  }

  package func progress(of digest: BlobDigest) async throws(TransportError) -> BlobProgress? {
    try state.withLock { state throws(TransportError) in
      state.asked.append(digest)
      try state.fail()
      return state.blobs[digest].map { BlobProgress(received: $0.bytes.count, size: $0.size) }
    }
  }

  package func send(_ piece: BlobPiece) async throws(TransportError) -> BlobUploadReply {
    try state.withLock { state throws(TransportError) in
      state.sent.append(piece)
      try state.fail()
      guard state.replies.isEmpty else { return state.replies.removeFirst() }
      var blob = state.blobs[piece.digest] ?? (piece.size, [])
      if blob.bytes.count == piece.offset { blob.bytes += piece.bytes }
      state.blobs[piece.digest] = blob
      guard blob.bytes.count == blob.size, .of(blob.bytes) != piece.digest else {
        return .progress(BlobProgress(received: blob.bytes.count, size: blob.size))
      }
      state.blobs[piece.digest] = nil
      return .mismatch
    }
  }

  package func piece(of digest: BlobDigest, from offset: Int, limit: Int) async throws(TransportError) -> BlobPiece? {
    try state.withLock { state throws(TransportError) in
      state.asked.append(digest)
      try state.fail()
      guard let blob = state.blobs[digest], blob.bytes.count == blob.size else { return nil }
      return BlobPiece(
        digest: digest, size: blob.size, offset: offset, bytes: Array(blob.bytes.dropFirst(offset).prefix(limit)))
    }
  }
}
