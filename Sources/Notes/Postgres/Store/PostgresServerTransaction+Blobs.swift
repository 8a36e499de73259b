import NotesDomain
import NotesHosting

extension PostgresServerTransaction {
  func blobs(_ digests: [BlobDigest]) throws -> [BlobDigest: StoredBlob] {
    let missing = digests.filter { knownBlobs[$0] == nil }
    if !missing.isEmpty {
      try reading { vault in
        try sendBlobs(missing, in: "$1", vault)
        try connection.flush()
      }
    }
    return digests.reduce(into: [:]) { found, digest in found[digest] = knownBlobs[digest] ?? nil }
  }

  func blobs() throws -> [StoredBlob] {
    try reading { vault in
      try connection.all(
        "SELECT \(Self.blobColumns) FROM blob WHERE vault = $1 ORDER BY digest", [vault],
        decode: Self.blob)
    } ?? []
  }

  /// Adds the statement that reads blobs.
  func sendBlobs(_ digests: [BlobDigest], in vault: String, _ value: PostgresValue) throws {
    for digest in digests { knownBlobs[digest] = .some(nil) }
    try connection.send(
      Self.lookUp(Self.blobColumns, of: "blob", vault: vault, by: "digest", type: "bytea"),
      [value, .digests(digests)]
    ) { [self] row in
      let blob = try Self.blob(row)
      knownBlobs[blob.digest] = blob
    }
  }

  func append(_ piece: BlobPiece, at time: Timestamp) throws {
    try creatingVault { vault in
      if piece.offset == 0, try blob(piece.digest) == nil {
        let upload = try connection.first(
          """
          INSERT INTO blob (vault, digest, size, received, touched) VALUES ($1, $2, $3, 0, $4) RETURNING id
          """, [vault, .digest(piece.digest), .integer(piece.size), .timestamp(time)]
        ) { $0.int(0) }
        row?.size.blobs += 1
        row?.size.blobBytes += piece.size
        knownBlobs[piece.digest] = upload.map { upload in
          StoredBlob(
            digest: piece.digest, upload: upload, progress: BlobProgress(received: 0, size: piece.size), touched: time)
        }
      }
      guard let blob = try blob(piece.digest), blob.progress.size == piece.size,
        blob.progress.received == piece.offset, !piece.bytes.isEmpty
      else { return }
      let end = piece.offset + piece.bytes.count
      try connection.send(
        """
        WITH joined AS (
          UPDATE blob_chunk SET bytes = bytes || $4
          WHERE vault = $1 AND blob = $2 AND octet_length(bytes) < $5
            AND position = (SELECT max(position) FROM blob_chunk WHERE vault = $1 AND blob = $2)
          RETURNING 1)
        INSERT INTO blob_chunk (vault, blob, position, bytes)
        SELECT $1, $2, $3, $4 WHERE NOT EXISTS (SELECT 1 FROM joined)
        """,
        [
          vault, .integer(blob.upload), .integer(piece.offset), .bytes(piece.bytes),
          .integer(StoredBlob.minimumRowBytes),
        ])
      try connection.send(
        "UPDATE blob SET received = $3, touched = $4 WHERE vault = $1 AND id = $2",
        [vault, .integer(blob.upload), .integer(end), .timestamp(time)])
      knownBlobs[piece.digest] = StoredBlob(
        digest: piece.digest, upload: blob.upload, progress: BlobProgress(received: end, size: piece.size),
        touched: time)
    }
  }

  func bytes(of digest: BlobDigest, from offset: Int, limit: Int) throws -> [UInt8] {
    try reading { vault in
      guard let blob = try blob(digest), offset >= 0, offset < blob.progress.received, limit > 0 else { return [] }
      let end = offset + min(limit, blob.progress.received - offset)
      // One value with no other bytes: an earlier version stored each piece in a row, however small, and a result with all rows
      // would take a hundred times as much.
      return try connection.first(
        """
        SELECT string_agg(
          substr(bytes, (greatest($3 - position, 0) + 1)::int, ($4 - greatest($3, position))::int), ''::bytea
          ORDER BY position)
        FROM blob_chunk
        WHERE vault = $1 AND blob = $2 AND position < $4 AND position >=
          (SELECT max(position) FROM blob_chunk WHERE vault = $1 AND blob = $2 AND position <= $3)
        """, [vault, .integer(blob.upload), .integer(offset), .integer(end)]
      ) { $0.bytes(0) }
    } ?? []
  }

  func touch(_ digest: BlobDigest, at time: Timestamp) throws { try touch([digest], at: time) }

  private func touch(_ digests: [BlobDigest], at time: Timestamp) throws {
    for digest in digests { knownBlobs[digest] = nil }
    try reading { vault in
      try connection.send(
        """
        UPDATE blob SET touched = $3
        WHERE id = ANY (ARRAY(\(Self.lookUp("id", of: "blob", vault: "$1", by: "digest", type: "bytea"))))
        """, [vault, .digests(digests), .timestamp(time)])
    }
  }

  func remove(_ digest: BlobDigest) throws {
    guard let blob = try blob(digest) else { return }
    try reading { vault in
      let number = PostgresValue.integer(blob.upload)
      try connection.send("DELETE FROM blob_chunk WHERE vault = $1 AND blob = $2", [vault, number])
      try connection.send("DELETE FROM blob WHERE vault = $1 AND id = $2", [vault, number])
      row?.size.blobs -= 1
      row?.size.blobBytes -= blob.progress.size
      knownBlobs[digest] = .some(nil)
    }
  }

  func references(of items: [NoteID]) throws -> [NoteID: [BlobDigest]] {
    let missing = items.filter { knownReferences[$0] == nil }
    if !missing.isEmpty {
      try reading { vault in
        try sendReferences(of: missing, in: "$1", vault)
        try connection.flush()
      }
    }
    return items.reduce(into: [:]) { found, item in
      if let blobs = knownReferences[item], !blobs.isEmpty { found[item] = blobs }
    }
  }

  /// Adds the statement that reads the references of items.
  func sendReferences(of items: [NoteID], in vault: String, _ value: PostgresValue) throws {
    for item in items { knownReferences[item] = [] }
    try connection.send(
      Self.lookUp("item, digest", of: "item_blob", vault: vault, by: "item") + " ORDER BY item, digest",
      [value, .ids(items)]
    ) { [self] row in knownReferences[row.id(0), default: []].append(try row.digest(1)) }
  }

  func save(references: [NoteID: [BlobDigest]], at time: Timestamp) throws {
    let before = try self.references(of: Array(references.keys))
    var (added, removed): ([NoteID: [BlobDigest]], [NoteID: [BlobDigest]]) = ([:], [:])
    for (item, blobs) in references where blobs != before[item] ?? [] {
      added[item] = Set(blobs).subtracting(before[item] ?? []).sorted()
      removed[item] = Set(before[item] ?? []).subtracting(blobs).sorted()
    }
    guard !added.isEmpty else { return }
    let pairs = ReferencePairs(removed)
    if !pairs.items.isEmpty {
      try reading { vault in
        try connection.send(
          """
          DELETE FROM item_blob WHERE ctid = ANY (ARRAY(
            SELECT found.ctid FROM unnest($2::uuid[], $3::bytea[]) AS removed (item, digest), LATERAL (
              SELECT ctid FROM item_blob
              WHERE vault = $1 AND item_blob.item = removed.item AND item_blob.digest = removed.digest OFFSET 0
            ) AS found))
          """, [vault, .ids(pairs.items), .digests(pairs.digests)])
        row?.size.references -= pairs.items.count
      }
    }
    try refer(added)
    let changed = Set(added.values.joined()).union(removed.values.joined())
    if !changed.isEmpty { try touch(changed.sorted(), at: time) }
    for item in added.keys { knownReferences[item] = references[item] }
  }

  func orphans(touchedBefore time: Timestamp, limit: Int) throws -> [StoredBlob] {
    try reading { vault in
      try connection.all(
        """
        SELECT \(Self.blobColumns) FROM blob
        WHERE vault = $1 AND touched < $2
          AND NOT EXISTS (SELECT 1 FROM item_blob WHERE item_blob.vault = $1 AND item_blob.digest = blob.digest)
        ORDER BY touched, digest LIMIT $3
        """, [vault, .timestamp(time), .integer(limit)], decode: Self.blob)
    } ?? []
  }

  /// Adds references that the vault does not have.
  func refer(_ references: [NoteID: [BlobDigest]]) throws {
    let pairs = ReferencePairs(references)
    guard !pairs.items.isEmpty else { return }
    try creatingVault { vault in
      try connection.send(
        "INSERT INTO item_blob (vault, item, digest) SELECT $1, * FROM unnest($2::uuid[], $3::bytea[])",
        [vault, .ids(pairs.items), .digests(pairs.digests)])
      row?.size.references += pairs.items.count
    }
  }

  func references(in vault: PostgresValue) throws -> [NoteID: [BlobDigest]] {
    var references: [NoteID: [BlobDigest]] = [:]
    try connection.send("SELECT item, digest FROM item_blob WHERE vault = $1 ORDER BY item, digest", [vault]) { row in
      references[row.id(0), default: []].append(try row.digest(1))
    }
    try connection.flush()
    return references
  }

  /// The columns of ``blob(_:)``.
  private static let blobColumns = "digest, id, received, size, touched"

  private static func blob(_ row: PostgresRow) throws -> StoredBlob {
    StoredBlob(
      digest: try row.digest(0), upload: row.int(1), progress: BlobProgress(received: row.int(2), size: row.int(3)),
      touched: row.timestamp(4))
  }
}

/// References of items to blobs as two columns.
private struct ReferencePairs {
  var items: [NoteID] = []
  var digests: [BlobDigest] = []

  init(_ references: [NoteID: [BlobDigest]]) {
    for (item, blobs) in references {
      for digest in blobs {
        items.append(item)
        digests.append(digest)
      }
    }
  }
}
