/// The transport of blobs to and from a vault, in pieces, so that an interrupted transfer resumes.
package protocol BlobTransport: Sendable {
  /// Returns the part of a blob that the vault holds, or `nil` for none.
  func progress(of digest: BlobDigest) async throws(TransportError) -> BlobProgress?

  /// Sends a piece. Idempotent.
  func send(_ piece: BlobPiece) async throws(TransportError) -> BlobUploadReply

  /// Requests a piece of a blob, of at most `limit` and ``BlobPiece/maximumBytes`` bytes. Returns an empty piece beyond the
  /// blob's end; `nil` when the vault does not hold the complete blob.
  func piece(of digest: BlobDigest, from offset: Int, limit: Int) async throws(TransportError) -> BlobPiece?
}

/// A range of bytes of a blob.
package struct BlobPiece: Sendable, Hashable {
  /// The maximum length of a piece, in bytes.
  package static let maximumBytes = 1_048_576
  /// The maximum size of a blob, in bytes.
  package static let maximumBlobBytes = 2_147_483_648

  package let digest: BlobDigest
  /// The size of the blob, in bytes.
  package let size: Int
  package let offset: Int
  package let bytes: [UInt8]

  package init(digest: BlobDigest, size: Int, offset: Int, bytes: [UInt8]) {
    self.digest = digest
    self.size = size
    self.offset = offset
    self.bytes = bytes
  }

  /// Whether the blob ends with the piece.
  package var isLast: Bool { offset + bytes.count == size }
}

/// The stored part of a blob.
package struct BlobProgress: Sendable, Hashable {
  /// The number of stored bytes.
  package let received: Int
  /// The size of the blob, in bytes.
  package let size: Int

  package init(received: Int, size: Int) {
    self.received = received
    self.size = size
  }

  /// Whether all bytes are stored. Complete blobs match their digest.
  package var isComplete: Bool { received == size }
}

/// A complete or incomplete blob in the store of a server.
package struct StoredBlob: Sendable, Hashable {
  /// The minimum number of bytes that a store keeps in one row, except for the last row of a blob. The size of a blob, which
  /// is what a vault's budget counts, thereby limits its rows. A larger number would let a piece of one byte write more.
  package static let minimumRowBytes = 16_384

  package let digest: BlobDigest
  /// The number of the upload, unique in the store. A blob that was removed and starts again has a new one.
  package let upload: Int
  /// The stored part.
  package let progress: BlobProgress
  /// The time at which a piece was added, or an item started or ceased to refer to the blob.
  package let touched: Timestamp

  package init(digest: BlobDigest, upload: Int, progress: BlobProgress, touched: Timestamp) {
    self.digest = digest
    self.upload = upload
    self.progress = progress
    self.touched = touched
  }
}

/// The reply of a vault to a piece of a blob.
package enum BlobUploadReply: Sendable, Hashable {
  /// The stored part, which has grown when the piece was the next one.
  case progress(BlobProgress)
  /// The complete blob does not match its digest. The vault has removed it.
  case mismatch
  /// The vault does not accept the blob.
  case refused(PushRefusal)
}
