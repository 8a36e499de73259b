import GRDB
import NotesDomain

/// A row of the table `blob`.
struct BlobRow: Equatable {
  /// The number of values of column `blob_chunk.place` for each blob.
  private static let places = Int64(BlobPiece.maximumBlobBytes)

  let digest: BlobDigest
  let id: Int64
  let size: Int
  let received: Int

  var progress: BlobProgress { BlobProgress(received: received, size: size) }

  /// Whether its numbers are those of a blob, so that its places can be computed.
  fileprivate var isValid: Bool {
    let ids = 0..<Int64.max / Self.places
    return ids.contains(id) && (0...BlobPiece.maximumBlobBytes).contains(size) && (0...size).contains(received)
  }

  /// Converts an offset in the blob to a value of `blob_chunk.place`.
  func place(of offset: Int) -> Int64 { id * Self.places + Int64(offset) }

  /// Converts a value of `blob_chunk.place` to an offset in the blob.
  func offset(of place: Int64) -> Int { Int(place - id * Self.places) }
}

extension BlobRow? {
  /// Returns whether a piece is the next one of the blob, or the first one of a missing blob.
  func accepts(_ piece: BlobPiece) -> Bool {
    guard let known = self else { return piece.offset == 0 }
    if known.progress.isComplete { return false }
    return known.size == piece.size ? known.received == piece.offset : piece.offset == 0
  }
}

extension Database {
  func blob(_ digest: BlobDigest) throws -> BlobRow? {
    try first("SELECT id, size, received FROM blob WHERE digest = ?", [.text(digest.description)]) { row in
      let blob = BlobRow(digest: digest, id: row.integer(0), size: row.int(1), received: row.int(2))
      guard blob.isValid else { throw DatabaseError.corrupt("The size of a file cannot be") }
      return blob
    }
  }

  /// Appends a piece if it is the next one, and returns the progress of the blob.
  func append(_ piece: BlobPiece, at time: Timestamp) throws -> BlobProgress {
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
        [.integer(blob.place(of: piece.offset)), .bytes(piece.bytes)])
    }
    try run(
      "INSERT OR REPLACE INTO blob (digest, id, size, received, touched) VALUES (?, ?, ?, ?, ?)",
      [
        .text(blob.digest.description), .integer(blob.id), .integer(blob.size), .integer(blob.received),
        .timestamp(time),
      ])
    return blob.progress
  }

  /// Removes a blob and its bytes. Does not overwrite the bytes: that would write as much as the blob has to a disk which may
  /// be full.
  func remove(_ blob: BlobRow) throws {
    let overwrites = try number("PRAGMA secure_delete")
    try execute(sql: "PRAGMA secure_delete = OFF")
    defer { try? execute(sql: "PRAGMA secure_delete = \(overwrites)") }
    try run(
      "DELETE FROM blob_chunk WHERE place >= ? AND place < ?",
      [.integer(blob.place(of: 0)), .integer(blob.place(of: BlobPiece.maximumBlobBytes))])
    try run("DELETE FROM blob WHERE digest = ?", [.text(blob.digest.description)])
  }

  /// Passes the chunks of a blob to `body`, from the one that contains an offset, until it returns `false`.
  func forEachChunk(of blob: BlobRow, from offset: Int, while body: (_ offset: Int, [UInt8]) throws -> Bool) throws {
    let start = try first(
      "SELECT max(place) FROM blob_chunk WHERE place >= ? AND place <= ?",
      [.integer(blob.place(of: 0)), .integer(blob.place(of: offset))]
    ) { $0.optionalInteger(0) }
    try statement("SELECT place, bytes FROM blob_chunk WHERE place >= ? AND place < ? ORDER BY place").forEachRow(
      [.integer((start ?? nil) ?? blob.place(of: 0)), .integer(blob.place(of: BlobPiece.maximumBlobBytes))]
    ) { row in try body(blob.offset(of: row.integer(0)), row.bytes(1)) }
  }

  /// Returns the blobs that were not used since a time and that no current note refers to.
  func blobsWithoutNote(touchedBefore time: Timestamp) throws -> [BlobDigest] {
    try all(
      """
      SELECT digest FROM blob
      WHERE touched < ?
        AND NOT EXISTS (SELECT 1 FROM note_attachment WHERE note_attachment.digest = blob.digest)
      """, [.timestamp(time)]
    ) { BlobDigest($0.text(0)) }.compactMap(\.self)
  }

  /// Passes the blobs of all stored versions of notes to `body`, possibly more than once: of the history, of sync and of
  /// conflicts. Ends when no more is wanted.
  func forEachRetainedBlob(while isWanted: () -> Bool, _ body: (BlobDigest) -> Void) throws {
    let queries = [
      "SELECT note, before FROM version", "SELECT note, merge_base FROM version",
      "SELECT note, merge_theirs FROM version", "SELECT id, payload FROM sync_base",
      "SELECT note, payload FROM sync_batch_change", "SELECT id, payload FROM sync_staged",
      "SELECT note, base FROM conflict", "SELECT note, theirs FROM conflict", "SELECT note, ours FROM conflict",
    ]
    for query in queries where isWanted() {
      try statement(query).forEachRow([]) { row in
        // The blobs of an unreadable version cannot be shown anyway.
        guard !row.isNull(1), let note = try? row.payload(1, of: row.id(0)) else { return true }
        for digest in note.blobs { body(digest) }
        return isWanted()
      }
    }
  }

  private func freeBlobID() throws -> Int64 {
    while true {
      let id = try first("SELECT abs(random() % 1073741823) + 1") { $0.integer(0) } ?? 1
      if try !exists("SELECT 1 FROM blob WHERE id = ?", [.integer(id)]) { return id }
    }
  }
}
