import GRDB
import NotesDomain

/// A row of table `blob`.
struct BlobRow: Equatable {
  /// How many places each blob has in table `blob_chunk`; see the schema.
  private static let places = Int64(BlobPiece.maximumBlobBytes)

  let digest: BlobDigest
  let id: Int64
  let size: Int
  let received: Int

  var progress: BlobProgress { BlobProgress(received: received, size: size) }

  /// The place of the byte at an offset.
  func place(_ offset: Int) -> Int64 {
    id * Self.places + Int64(offset)
  }

  /// The offset of the byte at a place.
  func offset(_ place: Int64) -> Int {
    Int(place - id * Self.places)
  }
}

extension BlobRow? {
  /// Whether a piece is the next one, or the first of a blob that is not here yet.
  func accepts(_ piece: BlobPiece) -> Bool {
    guard let known = self else { return piece.offset == 0 }
    if known.progress.isComplete { return false }
    return known.size == piece.size ? known.received == piece.offset : piece.offset == 0
  }
}

extension Database {
  /// What is here of a blob.
  func blob(_ digest: BlobDigest) throws -> BlobRow? {
    try first("SELECT id, size, received FROM blob WHERE digest = ?", [.text(digest.description)]) { row in
      BlobRow(digest: digest, id: row.integer(0), size: Int(row.integer(1)), received: Int(row.integer(2)))
    }
  }

  /// Adds a piece if it is the next one.
  ///
  /// - Parameters:
  ///   - piece: The piece.
  ///   - moment: When that is.
  /// - Returns: How much is here now.
  func append(_ piece: BlobPiece, at moment: Timestamp) throws -> BlobProgress {
    var known = try blob(piece.digest)
    guard known.accepts(piece) else { return known?.progress ?? BlobProgress(received: 0, size: piece.size) }
    if let blob = known, blob.size != piece.size {
      try remove(blob)
      known = nil
    }
    let blob = BlobRow(
      digest: piece.digest, id: try known?.id ?? freeBlobID(), size: piece.size,
      received: piece.offset + piece.bytes.count)
    if !piece.bytes.isEmpty {
      try run(
        "INSERT INTO blob_chunk (place, bytes) VALUES (?, ?)",
        [.integer(blob.place(piece.offset)), .bytes(piece.bytes)])
    }
    try run(
      "INSERT OR REPLACE INTO blob (digest, id, size, received, touched) VALUES (?, ?, ?, ?, ?)",
      [
        .text(blob.digest.description), .integer(blob.id), .integer(Int64(blob.size)), .integer(Int64(blob.received)),
        .timestamp(moment),
      ])
    return blob.progress
  }

  /// Forgets a blob.
  func remove(_ blob: BlobRow) throws {
    try run(
      "DELETE FROM blob_chunk WHERE place >= ? AND place < ?",
      [.integer(blob.place(0)), .integer(blob.place(BlobPiece.maximumBlobBytes))])
    try run("DELETE FROM blob WHERE digest = ?", [.text(blob.digest.description)])
  }

  /// The pieces of a blob in their order, from the one that holds an offset, until `body` returns `false`.
  func forEachChunk(of blob: BlobRow, from offset: Int, while body: (_ offset: Int, [UInt8]) throws -> Bool) throws {
    let start = try first(
      "SELECT max(place) FROM blob_chunk WHERE place >= ? AND place <= ?",
      [.integer(blob.place(0)), .integer(blob.place(offset))]
    ) { $0.optionalInteger(0) }
    try statement("SELECT place, bytes FROM blob_chunk WHERE place >= ? AND place < ? ORDER BY place").forEachRow(
      [.integer((start ?? nil) ?? blob.place(0)), .integer(blob.place(BlobPiece.maximumBlobBytes))]
    ) { row in try body(blob.offset(row.integer(0)), row.bytes(1)) }
  }

  /// The blobs that are here, that nobody touched since, and that no note refers to as it is now.
  func blobsWithoutNote(touchedBefore moment: Timestamp) throws -> [BlobDigest] {
    try all(
      """
      SELECT digest FROM blob
      WHERE touched < ?
        AND NOT EXISTS (SELECT 1 FROM note_attachment WHERE note_attachment.digest = blob.digest)
      """, [.timestamp(moment)]
    ) { BlobDigest($0.text(0)) }.compactMap(\.self)
  }

  /// The blobs of all versions of notes that are kept beside the notes: in the history, for sync, and of conflicts.
  ///
  /// - Parameters:
  ///   - isWanted: Whether to go on.
  ///   - body: What to do with each; one may come more than once.
  func forEachRetainedBlob(while isWanted: () -> Bool, _ body: (BlobDigest) -> Void) throws {
    let queries = [
      "SELECT note, before FROM version", "SELECT note, merge_base FROM version",
      "SELECT note, merge_theirs FROM version", "SELECT id, payload FROM sync_base",
      "SELECT note, payload FROM sync_batch_change", "SELECT id, payload FROM sync_staged",
      "SELECT note, base FROM conflict", "SELECT note, theirs FROM conflict", "SELECT note, ours FROM conflict",
    ]
    for query in queries where isWanted() {
      try statement(query).forEachRow([]) { row in
        // What cannot be read refers to nothing that this program could show.
        guard !row.isNull(1), let note = try? row.payload(1, of: row.id(0)) else { return true }
        for digest in note.blobs { body(digest) }
        return isWanted()
      }
    }
  }

  private func freeBlobID() throws -> Int64 {
    while true {
      let id = try first("SELECT abs(random() % 1073741823) + 1") { $0.integer(0) } ?? 1
      let isTaken = try first("SELECT 1 FROM blob WHERE id = ?", [.integer(id)]) { _ in true } ?? false
      if !isTaken { return id }
    }
  }
}
