import Crypto
import GRDB
import NotesDomain

extension SQLiteBlobStore {
  func examine(_ digest: BlobDigest, isAtHand: Bool) async throws(StoreError) -> BlobFinding {
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
      guard try isAtHand || database.isInVault(digest) else { return .damaged }
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
