import Crypto
import Foundation
import GRDB
import NotesDomain

/// The bytes of attachments, in the file of the notes.
struct SQLiteBlobStore: BlobStore {
  let store: LazyNoteDatabase
  /// Returns the free space on the disk of a file in bytes; `nil` when unknown.
  var freeBytes: @Sendable (_ path: String) -> Int? = DiskSpace.free

  init(store: LazyNoteDatabase) { self.store = store }

  func progress(of digest: BlobDigest) async throws(StoreError) -> BlobProgress? {
    try await store.opened().query { try $0.blob(digest)?.progress }
  }

  func add(_ piece: BlobPiece) async throws(StoreError) -> BlobProgress? {
    let database = try store.opened()
    let now = database.wallClock.now()
    let known = try await database.query { try $0.blob(piece.digest) }
    guard piece.offset >= 0, piece.size <= BlobPiece.maximumBlobBytes, piece.bytes.count <= piece.size - piece.offset,
      !piece.bytes.isEmpty || piece.size == 0, known.accepts(piece)
    else { return known?.progress ?? BlobProgress(received: 0, size: piece.size) }
    guard try await hasSpace(for: piece.size - piece.offset, in: database) else {
      throw .diskFull(path: store.settings.path)
    }
    guard piece.offset + piece.bytes.count == piece.size else {
      // Only the last piece waits for the disk. Pieces that a power failure loses are fetched again.
      return try await database.write(isDurable: false) { try $0.append(piece, at: now) }
    }
    return try await finish(with: piece, in: database, at: now)
  }

  /// Returns whether the rest of a blob would leave some space for notes. On a full disk nothing can be written, not even a
  /// deletion.
  private func hasSpace(for bytes: Int, in store: NoteDatabase) async throws(StoreError) -> Bool {
    guard let free = freeBytes(self.store.settings.path) else { return true }
    let unused = try await store.query { database in
      try database.number("PRAGMA freelist_count") * database.number("PRAGMA page_size")
    }
    return free + unused >= bytes + DiskSpace.reserve
  }

  func touch(_ digest: BlobDigest) async throws(StoreError) -> BlobProgress? {
    let database = try store.opened()
    guard try await database.query({ try $0.blob(digest) }) != nil else { return nil }
    let now = database.wallClock.now()
    return try await database.write(isDurable: false) { database in
      try database.run("UPDATE blob SET touched = ? WHERE digest = ?", [.timestamp(now), .text(digest.description)])
      return try database.blob(digest)?.progress
    }
  }

  func discard(_ digest: BlobDigest) async throws(StoreError) {
    try await store.opened().write { database in
      guard let blob = try database.blob(digest), !blob.progress.isComplete else { return }
      let isWanted = try database.exists(
        "SELECT 1 FROM note_attachment WHERE digest = ?", [.text(digest.description)])
      if !isWanted { try database.remove(blob) }
    }
  }

  /// Adds the last piece. Hashes the blob before the transaction, since a large one would block other writers.
  private func finish(
    with piece: BlobPiece, in store: NoteDatabase, at time: Timestamp
  ) async throws(StoreError) -> BlobProgress? {
    let (known, isValid): (BlobRow?, Bool) = try await store.read { database in
      let known = try database.blob(piece.digest)
      guard known.accepts(piece) else { return (known, true) }
      var hash = SHA256()
      if piece.offset > 0, let known { try database.hash(known, into: &hash) }
      hash.update(data: piece.bytes)
      return (known, Array(hash.finalize()) == piece.digest.bytes)
    }
    return try await store.write { database in
      // Another process may have changed the blob after it was hashed.
      guard try database.blob(piece.digest) == known else {
        return try database.blob(piece.digest)?.progress ?? BlobProgress(received: 0, size: piece.size)
      }
      guard isValid else {
        if let known { try database.remove(known) }
        return nil
      }
      return try database.append(piece, at: time)
    }
  }

  func piece(of digest: BlobDigest, from offset: Int, limit: Int) async throws(StoreError) -> BlobPiece? {
    try await store.opened().read { database in
      guard let blob = try database.blob(digest), blob.progress.isComplete else { return nil }
      let end = min(offset + max(0, limit), blob.size)
      var bytes: [UInt8] = []
      if offset >= 0, offset < end {
        bytes.reserveCapacity(end - offset)
        try database.forEachChunk(of: blob, from: offset) { start, chunk in
          bytes += chunk[max(0, offset - start)..<min(chunk.count, end - start)]
          return start + chunk.count < end
        }
      }
      return BlobPiece(digest: digest, size: blob.size, offset: offset, bytes: bytes)
    }
  }

  func missing(after digest: BlobDigest?, limit: Int) async throws(StoreError) -> [FileDescription] {
    try await store.opened().query { database in
      try database.all(
        """
        SELECT digest, max(size) FROM note_attachment
        WHERE digest > ?
          AND NOT EXISTS (SELECT 1 FROM blob WHERE blob.digest = note_attachment.digest AND blob.received = blob.size)
        GROUP BY digest ORDER BY digest LIMIT ?
        """, [.text(digest?.description ?? ""), .limit(limit)]
      ) { row in BlobDigest(row.text(0)).map { FileDescription(digest: $0, size: row.int(1)) } }
      .compactMap(\.self)
    }
  }

  func attachments(of note: NoteID?) async throws(StoreError) -> [StoredAttachment] {
    try await store.opened().query { database in
      try database.all(
        """
        SELECT note.id, note.title, note_attachment.name, note_attachment.digest, note_attachment.size,
          ifnull(blob.received, 0), ifnull(blob.received = blob.size, 0)
        FROM note_attachment
          JOIN note ON note.rowid = note_attachment.note
          LEFT JOIN blob ON blob.digest = note_attachment.digest
        \(note == nil ? "" : "WHERE note.id = ?")
        ORDER BY note.title, note.id, note_attachment.name
        """, note.map { [.id($0)] } ?? []
      ) { row in
        BlobDigest(row.text(3)).flatMap { Attachment(name: row.text(2), digest: $0, size: row.int(4)) }.map {
          StoredAttachment(
            note: row.id(0), title: row.text(1), attachment: $0, received: row.int(5), isComplete: row.bool(6))
        }
      }.compactMap(\.self)
    }
  }

  func removeOrphans(touchedBefore time: Timestamp) async throws(StoreError) -> RemovedBlobs {
    try await store.opened().write { database in
      // The stored versions are read only if there is a blob without a current note, which is rare.
      var orphans = Set(try database.blobsWithoutNote(touchedBefore: time))
      if !orphans.isEmpty { try database.forEachRetainedBlob(while: { !orphans.isEmpty }) { orphans.remove($0) } }
      var removed = RemovedBlobs()
      for digest in orphans {
        guard let blob = try database.blob(digest) else { continue }
        try database.remove(blob)
        removed.count += 1
        removed.bytes += blob.received
      }
      return removed
    }
  }
}

extension SQLiteBlobStore {
  func verify(_ digest: BlobDigest, hasReplacement: Bool) async throws(StoreError) -> BlobVerification {
    let store = try store.opened()
    // Hashed before the transaction, since a large blob would block other writers.
    let damaged = try await store.read { database -> BlobRow? in
      guard let blob = try database.blob(digest), blob.progress.isComplete else { return nil }
      return try database.matchesDigest(blob) ? nil : blob
    }
    guard let damaged else { return .intact }
    return try await store.write { database in
      // A blob that replaced the damaged one has another id.
      guard try database.blob(digest) == damaged else { return .intact }
      guard try hasReplacement || database.isInVault(digest) else { return .damaged }
      try database.remove(damaged)
      return .removed
    }
  }
}

extension Database {
  /// Returns whether the bytes of a complete blob have its digest.
  func matchesDigest(_ blob: BlobRow) throws -> Bool {
    var hash = SHA256()
    try self.hash(blob, into: &hash)
    return Array(hash.finalize()) == blob.digest.bytes
  }

  /// Hashes the received bytes of a blob.
  fileprivate func hash(_ blob: BlobRow, into hash: inout SHA256) throws {
    try forEachChunk(of: blob, from: 0) { _, bytes in
      hash.update(data: bytes)
      return true
    }
  }

  /// Returns whether a note refers to a blob in the vault's version.
  fileprivate func isInVault(_ digest: BlobDigest) throws -> Bool {
    let isPushed = try exists(
      """
      SELECT 1 FROM note_attachment
        JOIN note ON note.rowid = note_attachment.note
        JOIN sync_item ON sync_item.id = note.id AND sync_item.dirty = 0
      WHERE digest = ?
      """, [.text(digest.description)])
    if isPushed { return true }
    // The vault's version of a note with an edit that was not pushed yet.
    return try all(
      """
      SELECT sync_base.id, sync_base.payload FROM note_attachment
        JOIN note ON note.rowid = note_attachment.note
        JOIN sync_base ON sync_base.id = note.id
      WHERE digest = ?
      """, [.text(digest.description)]
    ) { row in try row.payload(1, of: row.id(0)).blobs.contains(digest) }.contains(true)
  }
}

/// The free space of a disk.
enum DiskSpace {
  /// The number of bytes that blobs leave free: enough to write notes, and to delete something.
  static let reserve = 16 << 20

  /// Returns the free space on the disk of a file in bytes; `nil` when the system does not report it.
  static func free(_ path: String) -> Int? {
    var status = statvfs()
    guard statvfs(path, &status) == 0 else { return nil }
    let (bytes, isTooMany) = UInt(status.f_bavail).multipliedReportingOverflow(by: UInt(status.f_frsize))
    return isTooMany ? nil : Int(exactly: bytes)
  }
}
