import Crypto
import Foundation
import GRDB
import NotesDomain

/// The bytes of attachments, in the file of the notes.
struct SQLiteBlobStore: BlobStore {
  let access: LazyNoteDatabase
  /// How many bytes are free on the disk of a file; `nil` when nobody can tell.
  var freeBytes: @Sendable (_ path: String) -> Int? = DiskSpace.free

  init(access: LazyNoteDatabase) {
    self.access = access
  }

  func progress(of digest: BlobDigest) async throws(StoreError) -> BlobProgress? {
    try access.opened().database.access { try $0.blob(digest)?.progress }
  }

  func add(_ piece: BlobPiece) async throws(StoreError) -> BlobProgress? {
    let journal = try access.opened()
    let database = journal.database
    let moment = journal.clock.now()
    let known = try database.access { try $0.blob(piece.digest) }
    guard piece.offset >= 0, piece.size <= BlobPiece.maximumBlobBytes, piece.bytes.count <= piece.size - piece.offset,
      !piece.bytes.isEmpty || piece.size == 0, known.accepts(piece)
    else { return known?.progress ?? BlobProgress(received: 0, size: piece.size) }
    guard try hasSpace(for: piece.size - piece.offset, in: database) else { throw .diskFull(path: access.settings.path) }
    guard piece.offset + piece.bytes.count == piece.size else {
      // What is lost with the power is fetched again: only the last piece waits for the disk, and for all before it.
      return try database.write(isDurable: false) { try $0.append(piece, at: moment) }
    }
    return try finish(with: piece, in: database, at: moment)
  }

  /// Whether the rest of a blob would leave the notes some space. On a disk that is full to the last byte nothing can be
  /// written any more, not even that something is forgotten.
  private func hasSpace(for bytes: Int, in database: NoteDatabase) throws(StoreError) -> Bool {
    guard let free = freeBytes(access.settings.path) else { return true }
    let unused = try database.access { database in
      try database.number("PRAGMA freelist_count") * database.number("PRAGMA page_size")
    }
    return free + unused >= bytes + DiskSpace.reserve
  }

  func touch(_ digest: BlobDigest) async throws(StoreError) -> BlobProgress? {
    let journal = try access.opened()
    guard try journal.database.access({ try $0.blob(digest) }) != nil else { return nil }
    let moment = journal.clock.now()
    return try journal.database.write(isDurable: false) { database in
      try database.run("UPDATE blob SET touched = ? WHERE digest = ?", [.timestamp(moment), .text(digest.description)])
      return try database.blob(digest)?.progress
    }
  }

  func discard(_ digest: BlobDigest) async throws(StoreError) {
    try access.opened().database.write { database in
      guard let blob = try database.blob(digest), !blob.progress.isComplete else { return }
      let isWanted = try database.first(
        "SELECT 1 FROM note_attachment WHERE digest = ?", [.text(digest.description)]
      ) { _ in true }
      if isWanted == nil { try database.remove(blob) }
    }
  }

  /// Adds the last piece. The whole is read before anybody is kept from writing: it may be large.
  private func finish(
    with piece: BlobPiece, in database: NoteDatabase, at moment: Timestamp
  ) throws(StoreError) -> BlobProgress? {
    let (known, isRight): (BlobRow?, Bool) = try database.read { database in
      let known = try database.blob(piece.digest)
      guard known.accepts(piece) else { return (known, true) }
      var hash = SHA256()
      if piece.offset > 0, let known {
        try database.forEachChunk(of: known, from: 0) { _, bytes in
          hash.update(data: bytes)
          return true
        }
      }
      hash.update(data: piece.bytes)
      return (known, Array(hash.finalize()) == piece.digest.bytes)
    }
    return try database.write { database in
      // Somebody else may have got it meanwhile; then what was compared says nothing of what is here.
      guard try database.blob(piece.digest) == known else {
        return try database.blob(piece.digest)?.progress ?? BlobProgress(received: 0, size: piece.size)
      }
      guard isRight else {
        if let known { try database.remove(known) }
        return nil
      }
      return try database.append(piece, at: moment)
    }
  }

  func piece(of digest: BlobDigest, from offset: Int, limit: Int) async throws(StoreError) -> BlobPiece? {
    try access.opened().database.read { database in
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
    try access.opened().database.access { database in
      try database.all(
        """
        SELECT digest, max(size) FROM note_attachment
        WHERE digest > ?
          AND NOT EXISTS (SELECT 1 FROM blob WHERE blob.digest = note_attachment.digest AND blob.received = blob.size)
        GROUP BY digest ORDER BY digest LIMIT ?
        """, [.text(digest?.description ?? ""), .integer(Int64(max(0, limit)))]
      ) { row in BlobDigest(row.text(0)).map { FileDescription(digest: $0, size: Int(row.integer(1))) } }
      .compactMap(\.self)
    }
  }

  func attachments(of note: NoteID?) async throws(StoreError) -> [StoredAttachment] {
    try access.opened().database.access { database in
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
        BlobDigest(row.text(3)).flatMap { Attachment(name: row.text(2), digest: $0, size: Int(row.integer(4))) }.map {
          StoredAttachment(
            note: row.id(0), title: row.text(1), attachment: $0, received: Int(row.integer(5)), isComplete: row.bool(6))
        }
      }.compactMap(\.self)
    }
  }

  func removeOrphans(touchedBefore moment: Timestamp) async throws(StoreError) -> RemovedBlobs {
    try access.opened().database.write { database in
      // Mostly every blob belongs to a note as it is now, and then nobody need look at all that notes ever were.
      var orphans = Set(try database.blobsWithoutNote(touchedBefore: moment))
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
  func examine(_ digest: BlobDigest, hasReplacement: Bool) async throws(StoreError) -> BlobVerification {
    let database = try access.opened().database
    // Nobody is kept from writing meanwhile: a blob may be large.
    let damaged = try database.read { database -> BlobRow? in
      guard let blob = try database.blob(digest), blob.progress.isComplete else { return nil }
      var hash = SHA256()
      try database.forEachChunk(of: blob, from: 0) { _, bytes in
        hash.update(data: bytes)
        return true
      }
      return Array(hash.finalize()) == digest.bytes ? nil : blob
    }
    guard let damaged else { return .sound }
    return try database.write { database in
      // One that somebody put in its place has another id.
      guard try database.blob(digest) == damaged else { return .sound }
      guard try hasReplacement || database.isInVault(digest) else { return .damaged }
      try database.remove(damaged)
      return .forgotten
    }
  }
}

extension Database {
  /// Whether a note refers to a blob as the vault has it.
  fileprivate func isInVault(_ digest: BlobDigest) throws -> Bool {
    let isSent = try first(
      """
      SELECT 1 FROM note_attachment
        JOIN note ON note.rowid = note_attachment.note
        JOIN sync_item ON sync_item.id = note.id AND sync_item.dirty = 0
      WHERE digest = ?
      """, [.text(digest.description)]
    ) { _ in true }
    if isSent != nil { return true }
    // What a note was before an edit that the vault has yet to hear of.
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

/// How much a disk still takes.
enum DiskSpace {
  /// How many bytes the bytes of attachments leave free: enough to write notes, and to forget something.
  static let reserve = 16 << 20

  /// How many bytes are free where a file is; `nil` when the system does not say.
  ///
  /// - Parameter path: The file.
  static func free(_ path: String) -> Int? {
    var status = statvfs()
    guard statvfs(path, &status) == 0 else { return nil }
    let (bytes, isTooMany) = UInt(status.f_bavail).multipliedReportingOverflow(by: UInt(status.f_frsize))
    return isTooMany ? nil : Int(exactly: bytes)
  }
}
