import NotesDomain

/// The blobs of one vault, and which items refer to them.
struct InMemoryServerBlobs {
  private struct Blob {
    let upload: Int
    let size: Int
    var touched: Timestamp
    var bytes: [UInt8] = []
  }

  /// The blobs that each item refers to; items that refer to none are not in it.
  var references: [NoteID: [BlobDigest]] = [:]
  private var blobs: [BlobDigest: Blob] = [:]
  private var uploads = 0

  var count: Int { blobs.count }

  /// How many bytes the blobs have, or will have.
  var byteCount: Int { blobs.values.reduce(0) { $0 + $1.size } }

  func blob(_ digest: BlobDigest) -> StoredBlob? {
    blobs[digest].map { blob in
      StoredBlob(
        digest: digest, upload: blob.upload, progress: BlobProgress(received: blob.bytes.count, size: blob.size),
        touched: blob.touched)
    }
  }

  mutating func append(_ piece: BlobPiece, at moment: Timestamp) {
    if piece.offset == 0, blobs[piece.digest] == nil {
      uploads += 1
      blobs[piece.digest] = Blob(upload: uploads, size: piece.size, touched: moment)
    }
    guard var blob = blobs.removeValue(forKey: piece.digest) else { return }
    if blob.size == piece.size, blob.bytes.count == piece.offset {
      blob.bytes += piece.bytes
      blob.touched = moment
    }
    blobs[piece.digest] = blob
  }

  func bytes(of digest: BlobDigest, from offset: Int, limit: Int) -> [UInt8] {
    guard let bytes = blobs[digest]?.bytes, offset >= 0, limit > 0 else { return [] }
    return Array(bytes.dropFirst(offset).prefix(limit))
  }

  mutating func touch(_ digest: BlobDigest, at moment: Timestamp) {
    blobs[digest]?.touched = moment
  }

  mutating func remove(_ digest: BlobDigest) {
    blobs[digest] = nil
  }

  mutating func save(_ blobs: [BlobDigest], of item: NoteID, at moment: Timestamp) {
    for digest in blobs + (references[item] ?? []) { touch(digest, at: moment) }
    references[item] = blobs.isEmpty ? nil : blobs
  }

  func orphans(touchedBefore moment: Timestamp, limit: Int) -> [StoredBlob] {
    let referred = Set(references.values.joined())
    let orphans = blobs.keys.filter { !referred.contains($0) }.compactMap(blob).filter { $0.touched < moment }
    return Array(orphans.sorted { ($0.touched, $0.digest) < ($1.touched, $1.digest) }.prefix(max(0, limit)))
  }
}
