/// The bytes of attachments on this device.
public protocol BlobStore: Sendable {
  /// How much of a blob is here; `nil` for nothing.
  func progress(of digest: BlobDigest) async throws(StoreError) -> BlobProgress?

  /// Adds a piece that begins where the last ended; one that begins elsewhere changes nothing. With the last piece the whole
  /// is compared with its name, and forgotten when it is something else.
  ///
  /// - Parameter piece: The piece.
  /// - Returns: How much is here now; `nil` when the whole was not what its name says.
  func add(_ piece: BlobPiece) async throws(StoreError) -> BlobProgress?

  /// A piece of a blob that is here.
  ///
  /// - Parameters:
  ///   - digest: The blob.
  ///   - offset: How many bytes come before the piece.
  ///   - limit: The most bytes of it.
  /// - Returns: `nil` when not all of the blob is here.
  func piece(of digest: BlobDigest, from offset: Int, limit: Int) async throws(StoreError) -> BlobPiece?

  /// Some blobs that notes refer to and that are not here, or not all of them.
  ///
  /// - Parameter limit: The most to return.
  func missing(limit: Int) async throws(StoreError) -> [Attachment]

  /// Forgets the blobs that no note refers to, nor any version that can be had back.
  ///
  /// - Returns: How many there were, and how many bytes they had.
  func removeOrphans() async throws(StoreError) -> (count: Int, bytes: Int)
}
