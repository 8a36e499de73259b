/// The way of blobs to one vault and from it: piece by piece, so that what was cut off goes on where it stopped.
package protocol BlobTransport: Sendable {
  /// How much of a blob the vault holds; `nil` for nothing.
  func progress(of digest: BlobDigest) async throws(TransportError) -> BlobProgress?

  /// Sends a piece.
  ///
  /// - Parameter piece: The piece. Sending the same one again is safe.
  func send(_ piece: BlobPiece) async throws(TransportError) -> BlobUploadReply

  /// Asks for a piece of a blob that the vault holds all of.
  ///
  /// - Parameters:
  ///   - digest: The blob.
  ///   - offset: How many bytes come before the piece.
  ///   - limit: The most bytes of it; at most ``BlobPiece/maximumBytes``.
  /// - Returns: The piece, an empty one behind the blob's end; `nil` when the vault does not hold the blob.
  func piece(of digest: BlobDigest, from offset: Int, limit: Int) async throws(TransportError) -> BlobPiece?
}

/// Some bytes of a blob, in their place.
package struct BlobPiece: Sendable, Hashable {
  /// The most bytes of a piece.
  package static let maximumBytes = 1_048_576
  /// The most bytes of a blob.
  package static let maximumBlobBytes = 2_147_483_648

  /// The blob.
  package let digest: BlobDigest
  /// How many bytes the blob has.
  package let size: Int
  /// How many of them come before these.
  package let offset: Int
  /// The bytes.
  package let bytes: [UInt8]

  /// Creates a piece.
  ///
  /// - Parameters:
  ///   - digest: The blob.
  ///   - size: How many bytes the blob has.
  ///   - offset: How many of them come before these.
  ///   - bytes: The bytes.
  package init(digest: BlobDigest, size: Int, offset: Int, bytes: [UInt8]) {
    self.digest = digest
    self.size = size
    self.offset = offset
    self.bytes = bytes
  }
}

/// How much of a blob is there.
package struct BlobProgress: Sendable, Hashable {
  /// How many bytes are there, from the first.
  package let received: Int
  /// How many bytes it has.
  package let size: Int

  /// Creates a progress.
  ///
  /// - Parameters:
  ///   - received: How many bytes are there.
  ///   - size: How many bytes it has.
  package init(received: Int, size: Int) {
    self.received = received
    self.size = size
  }

  /// Whether all of it is there, which also says that the bytes have the digest that names them.
  package var isComplete: Bool { received == size }
}

/// A blob that a server's store holds, or the beginning of one.
package struct StoredBlob: Sendable, Hashable {
  /// The blob.
  package let digest: BlobDigest
  /// The number of this upload of it, which no other has: one that was forgotten and begins again is another.
  package let upload: Int
  /// How much of it is there.
  package let progress: BlobProgress
  /// When somebody last sent some of it, or an item began or ceased to refer to it.
  package let touched: Timestamp

  /// Creates a blob.
  ///
  /// - Parameters:
  ///   - digest: The blob.
  ///   - upload: The number of this upload of it.
  ///   - progress: How much of it is there.
  ///   - touched: When somebody last had to do with it.
  package init(digest: BlobDigest, upload: Int, progress: BlobProgress, touched: Timestamp) {
    self.digest = digest
    self.upload = upload
    self.progress = progress
    self.touched = touched
  }
}

/// A vault's answer to a piece of a blob.
package enum BlobUploadReply: Sendable, Hashable {
  /// So much of it is there now: more than before when the piece was the next one, otherwise what was there.
  case progress(BlobProgress)
  /// The whole of it is not what its name says; the vault has forgotten all of it.
  case mismatch
  /// The vault will not take it.
  case refused(PushRefusal)
}
