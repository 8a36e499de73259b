package import NotesDomain
import Synchronization

/// The blobs of a vault in memory, and a way to them that does what a test says.
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

  /// Creates a way to a vault without blobs.
  package init() {}

  /// The blobs that the vault holds whole.
  package var contents: [BlobDigest: [UInt8]] {
    state.withLock { state in state.blobs.filter { $0.value.bytes.count == $0.value.size }.mapValues(\.bytes) }
  }

  /// The pieces that were sent, lost ones included.
  package var sent: [BlobPiece] { state.withLock { $0.sent } }

  /// The blobs that somebody asked for the progress of, or for a piece, lost questions included.
  package var asked: [BlobDigest] { state.withLock { $0.asked } }

  /// Has the next calls fail, before the vault hears of them.
  ///
  /// - Parameters:
  ///   - error: What they throw.
  ///   - times: How many calls.
  package func failNext(_ error: TransportError, times: Int = 1) {
    state.withLock { $0.failures += Array(repeating: error, count: times) }
  }

  /// Answers the next piece in the vault's place, which does not hear of it.
  ///
  /// - Parameter reply: The answer.
  package func answerNext(with reply: BlobUploadReply) {
    state.withLock { $0.replies.append(reply) }
  }

  /// Puts a blob into the vault, or the beginning of one.
  ///
  /// - Parameters:
  ///   - content: All of its bytes.
  ///   - count: How many of them the vault holds; `nil` for all.
  package func keep(_ content: [UInt8], first count: Int? = nil) {
    state.withLock { $0.blobs[.of(content)] = (content.count, Array(content.prefix(count ?? content.count))) }
  }

  /// Puts bytes into the vault that are not what their name says.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - digest: The name.
  package func keep(_ bytes: [UInt8], as digest: BlobDigest) {
    state.withLock { $0.blobs[digest] = (bytes.count, bytes) }
  }

  /// Takes a blob out of the vault.
  ///
  /// - Parameter digest: The blob.
  package func lose(_ digest: BlobDigest) {
    state.withLock { $0.blobs[digest] = nil }
  }

  /// How much of a blob the vault holds.
  package func progress(of digest: BlobDigest) async throws(TransportError) -> BlobProgress? {
    try state.withLock { state throws(TransportError) in
      state.asked.append(digest)
      try state.fail()
      return state.blobs[digest].map { BlobProgress(received: $0.bytes.count, size: $0.size) }
    }
  }

  /// Sends a piece.
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

  /// Gives a piece of a blob that the vault holds all of.
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
