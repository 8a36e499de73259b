public import NotesDomain
import Synchronization

/// The blobs of a vault in memory, and a way to them that does what a test says.
public final class FakeBlobTransport: BlobTransport {
  private struct State {
    var blobs: [BlobDigest: (size: Int, bytes: [UInt8])] = [:]
    var failures: [TransportError] = []
    var replies: [BlobReply] = []
    var sent: [BlobPiece] = []
    var asked: [BlobDigest] = []

    mutating func fail() throws(TransportError) {
      if !failures.isEmpty { throw failures.removeFirst() }
    }
  }

  private let state = Mutex(State())

  /// Creates a way to a vault without blobs.
  public init() {}

  /// The blobs that the vault holds whole.
  public var contents: [BlobDigest: [UInt8]] {
    state.withLock { state in state.blobs.filter { $0.value.bytes.count == $0.value.size }.mapValues(\.bytes) }
  }

  /// The pieces that were sent, lost ones included.
  public var sent: [BlobPiece] { state.withLock { $0.sent } }

  /// The blobs that somebody asked for the progress of, or for a piece, lost questions included.
  public var asked: [BlobDigest] { state.withLock { $0.asked } }

  /// Has the next calls fail, before the vault hears of them.
  ///
  /// - Parameters:
  ///   - error: What they throw.
  ///   - times: How many calls.
  public func failNext(_ error: TransportError, times: Int = 1) {
    state.withLock { $0.failures += Array(repeating: error, count: times) }
  }

  /// Answers the next piece in the vault's place, which does not hear of it.
  ///
  /// - Parameter reply: The answer.
  public func answerNext(with reply: BlobReply) {
    state.withLock { $0.replies.append(reply) }
  }

  /// Puts a blob into the vault, or the beginning of one.
  ///
  /// - Parameters:
  ///   - content: All of its bytes.
  ///   - count: How many of them the vault holds; `nil` for all.
  public func keep(_ content: [UInt8], first count: Int? = nil) {
    state.withLock { $0.blobs[.of(content)] = (content.count, Array(content.prefix(count ?? content.count))) }
  }

  /// Puts bytes into the vault that are not what their name says.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - digest: The name.
  public func keep(_ bytes: [UInt8], as digest: BlobDigest) {
    state.withLock { $0.blobs[digest] = (bytes.count, bytes) }
  }

  /// Takes a blob out of the vault.
  ///
  /// - Parameter digest: The blob.
  public func lose(_ digest: BlobDigest) {
    state.withLock { $0.blobs[digest] = nil }
  }

  /// How much of a blob the vault holds.
  public func progress(of digest: BlobDigest) async throws(TransportError) -> BlobProgress? {
    try state.withLock { state throws(TransportError) in
      state.asked.append(digest)
      try state.fail()
      return state.blobs[digest].map { BlobProgress(received: $0.bytes.count, size: $0.size) }
    }
  }

  /// Sends a piece.
  public func send(_ piece: BlobPiece) async throws(TransportError) -> BlobReply {
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
  public func piece(of digest: BlobDigest, from offset: Int, limit: Int) async throws(TransportError) -> BlobPiece? {
    try state.withLock { state throws(TransportError) in
      state.asked.append(digest)
      try state.fail()
      guard let blob = state.blobs[digest], blob.bytes.count == blob.size else { return nil }
      return BlobPiece(
        digest: digest, size: blob.size, offset: offset, bytes: Array(blob.bytes.dropFirst(offset).prefix(limit)))
    }
  }
}
