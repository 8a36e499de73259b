import GRDB
import NotesDomain

extension SQLiteServerTransaction {
  func blobs(_ digests: [BlobDigest]) throws -> [BlobDigest: StoredBlob] {
    var blobs: [BlobDigest: StoredBlob] = [:]
    try withVault { vault in
      for digest in digests { blobs[digest] = try stored(digest, in: vault) }
    }
    return blobs
  }

  func blobs() throws -> [StoredBlob] {
    try withVault { vault in
      try database.all(
        "SELECT digest, id, received, size, touched FROM blob WHERE vault = ? ORDER BY digest", [vault], decode: blob)
    } ?? []
  }

  func append(_ piece: BlobPiece, at time: Timestamp) throws {
    try creatingVault { vault in
      if piece.offset == 0 {
        let added = try database.run(
          "INSERT OR IGNORE INTO blob (vault, digest, size, received, touched) VALUES (?, ?, ?, 0, ?)",
          [vault, .bytes(piece.digest.bytes), .integer(piece.size), .timestamp(time)])
        row?.size.blobs += added
        row?.size.blobBytes += added * piece.size
      }
      guard let blob = try stored(piece.digest, in: vault), blob.progress.size == piece.size,
        blob.progress.received == piece.offset, !piece.bytes.isEmpty
      else { return }
      let number = SQLValue.integer(blob.upload)
      // SQLite knows the length of a value without reading it.
      let joined = try database.run(
        """
        UPDATE blob_chunk SET bytes = CAST(bytes || ?3 AS BLOB)
        WHERE vault = ?1 AND blob = ?2 AND length(bytes) < ?4
          AND position = (SELECT max(position) FROM blob_chunk WHERE vault = ?1 AND blob = ?2)
        """, [vault, number, .bytes(piece.bytes), .integer(StoredBlob.minimumRowBytes)])
      if joined == 0 {
        try database.run(
          "INSERT INTO blob_chunk (vault, blob, position, bytes) VALUES (?, ?, ?, ?)",
          [vault, number, .integer(piece.offset), .bytes(piece.bytes)])
      }
      try database.run(
        "UPDATE blob SET received = ?, touched = ? WHERE vault = ? AND id = ?",
        [.integer(piece.offset + piece.bytes.count), .timestamp(time), vault, number])
    }
  }

  func bytes(of digest: BlobDigest, from offset: Int, limit: Int) throws -> [UInt8] {
    try withVault { vault in
      guard let blob = try stored(digest, in: vault), offset >= 0, offset < blob.progress.received, limit > 0 else {
        return []
      }
      let count = min(limit, blob.progress.received - offset)
      var bytes: [UInt8] = []
      bytes.reserveCapacity(count)
      try database.statement(
        """
        SELECT position, bytes FROM blob_chunk
        WHERE vault = ?1 AND blob = ?2 AND position >=
          (SELECT max(position) FROM blob_chunk WHERE vault = ?1 AND blob = ?2 AND position <= ?3)
        ORDER BY position
        """
      )
      .forEachRow([vault, .integer(blob.upload), .integer(offset)]) { row in
        let skipped = max(0, offset - row.int(0))
        bytes += row.bytes(1).dropFirst(skipped).prefix(count - bytes.count)
        return bytes.count < count
      }
      return bytes
    } ?? []
  }

  func touch(_ digest: BlobDigest, at time: Timestamp) throws {
    try withVault { vault in
      try database.run(
        "UPDATE blob SET touched = ? WHERE vault = ? AND digest = ?", [.timestamp(time), vault, .bytes(digest.bytes)])
    }
  }

  func remove(_ digest: BlobDigest) throws {
    try withVault { vault in
      guard let blob = try stored(digest, in: vault) else { return }
      let number = SQLValue.integer(blob.upload)
      try database.run("DELETE FROM blob_chunk WHERE vault = ? AND blob = ?", [vault, number])
      try database.run("DELETE FROM blob WHERE vault = ? AND id = ?", [vault, number])
      row?.size.blobs -= 1
      row?.size.blobBytes -= blob.progress.size
    }
  }

  func references(of items: [NoteID]) throws -> [NoteID: [BlobDigest]] {
    var references: [NoteID: [BlobDigest]] = [:]
    for item in items {
      let blobs = try self.references(of: item)
      if !blobs.isEmpty { references[item] = blobs }
    }
    return references
  }

  private func references(of item: NoteID) throws -> [BlobDigest] {
    if let blobs = foundReferences[item] { return blobs }
    let blobs = try withVault { vault in
      try database.all(
        "SELECT digest FROM item_blob WHERE vault = ? AND item = ? ORDER BY digest", [vault, .id(item)]
      ) { try digest($0, 0) }
    }
    foundReferences[item] = blobs ?? []
    return blobs ?? []
  }

  func save(references: [NoteID: [BlobDigest]], at time: Timestamp) throws {
    for (item, blobs) in references { try save(blobs, of: item, at: time) }
  }

  private func save(_ blobs: [BlobDigest], of item: NoteID, at time: Timestamp) throws {
    let before = try references(of: item)
    guard blobs != before else { return }
    let added = Set(blobs).subtracting(before).sorted()
    let removed = Set(before).subtracting(blobs).sorted()
    try withVault { vault in
      for blob in removed {
        row?.size.references -= try database.run(
          "DELETE FROM item_blob WHERE vault = ? AND item = ? AND digest = ?", [vault, .id(item), .bytes(blob.bytes)])
      }
    }
    try refer(item, to: added)
    for blob in added + removed { try touch(blob, at: time) }
    foundReferences[item] = blobs
  }

  func orphans(touchedBefore time: Timestamp, limit: Int) throws -> [StoredBlob] {
    try withVault { vault in
      try database.all(
        """
        SELECT digest, id, received, size, touched FROM blob
        WHERE vault = ?1 AND touched < ?2
          AND NOT EXISTS (SELECT 1 FROM item_blob WHERE item_blob.vault = ?1 AND item_blob.digest = blob.digest)
        ORDER BY touched, digest LIMIT ?3
        """, [vault, .timestamp(time), .limit(limit)], decode: blob)
    } ?? []
  }

  func refer(_ item: NoteID, to blobs: [BlobDigest]) throws {
    try creatingVault { vault in
      let statement = try database.statement("INSERT INTO item_blob (vault, item, digest) VALUES (?, ?, ?)")
      for blob in blobs { row?.size.references += try statement.run([vault, .id(item), .bytes(blob.bytes)]) }
    }
  }

  func references(in vault: SQLValue) throws -> [NoteID: [BlobDigest]] {
    var references: [NoteID: [BlobDigest]] = [:]
    try database.statement("SELECT item, digest FROM item_blob WHERE vault = ? ORDER BY item, digest")
      .forEachRow([vault]) { row in
        references[row.id(0), default: []].append(try digest(row, 1))
        return true
      }
    return references
  }

  private func stored(_ digest: BlobDigest, in vault: SQLValue) throws -> StoredBlob? {
    try database.first(
      "SELECT digest, id, received, size, touched FROM blob WHERE vault = ? AND digest = ?",
      [vault, .bytes(digest.bytes)], decode: blob)
  }

  private func blob(_ row: SQLRow) throws -> StoredBlob {
    StoredBlob(
      digest: try digest(row, 0), upload: row.int(1),
      progress: BlobProgress(received: row.int(2), size: row.int(3)), touched: row.timestamp(4))
  }

  private func digest(_ row: SQLRow, _ column: Int32) throws -> BlobDigest {
    guard let digest = BlobDigest(bytes: row.bytes(column)) else {
      throw DatabaseError.corrupt("The digest of a blob cannot be read")
    }
    return digest
  }
}
