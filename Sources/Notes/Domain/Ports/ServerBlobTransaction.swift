/// What a server reads and writes of one vault's blobs in one transaction of ``ServerStore``.
///
/// The store keeps what it is given: that the bytes are what the digest says, and that no blob goes while an item refers to
/// it, is up to the rules above it.
public protocol ServerBlobTransaction {
  /// A blob, or the beginning of one; `nil` when the vault holds nothing of it.
  func blob(_ digest: BlobDigest) throws(StoreError) -> StoredBlob?

  /// Adds a piece to a blob, or begins one with it. A piece that does not begin where the blob's bytes end, or that is of a
  /// blob of another size, changes nothing.
  ///
  /// - Parameters:
  ///   - piece: The piece.
  ///   - moment: The time, by which the blob counts as touched.
  func append(_ piece: BlobPiece, at moment: Timestamp) throws(StoreError)

  /// Some bytes of a blob, as far as they are there.
  ///
  /// - Parameters:
  ///   - digest: The blob.
  ///   - offset: How many bytes come before them.
  ///   - limit: The most bytes.
  func bytes(of digest: BlobDigest, from offset: Int, limit: Int) throws(StoreError) -> [UInt8]

  /// Keeps that somebody had to do with a blob.
  func touch(_ digest: BlobDigest, at moment: Timestamp) throws(StoreError)

  /// Forgets a blob and its bytes.
  func remove(_ digest: BlobDigest) throws(StoreError)

  /// Keeps which blobs an item refers to, in place of those before. The ones before and the ones now count as touched.
  ///
  /// - Parameters:
  ///   - blobs: The blobs, in ascending order and without repetition; the vault need not hold them.
  ///   - item: The item.
  ///   - moment: The time.
  func save(blobs: [BlobDigest], of item: NoteID, at moment: Timestamp) throws(StoreError)

  /// Some blobs that no item refers to, the ones first that were not touched for longest.
  ///
  /// - Parameters:
  ///   - moment: Only blobs that were last touched before it.
  ///   - limit: The most to return.
  func orphans(touchedBefore moment: Timestamp, limit: Int) throws(StoreError) -> [StoredBlob]
}
