import GRDB
import NotesDomain

/// A note with the number of its row.
struct StoredNote {
  let row: Int64
  let note: Note
}

extension Database {
  static let noteByID = "SELECT \(NoteRow.noteColumns) FROM note WHERE id = ?"

  private static let storedNoteByID = "SELECT \(NoteRow.noteColumns), note.rowid FROM note WHERE id = ?"

  /// The note with an id.
  func note(_ id: NoteID) throws -> Note? {
    try first(Self.noteByID, [.id(id)], NoteRow.note)
  }

  /// The note with an id, and its row.
  func storedNote(_ id: NoteID) throws -> StoredNote? {
    try first(Self.storedNoteByID, [.id(id)]) {
      StoredNote(row: $0.integer(NoteRow.noteColumnCount), note: NoteRow.note($0))
    }
  }

  /// Adds a note; throws ``StoreError/exists(_:)`` when its id is taken. Only ``NoteWriter`` calls this and what follows:
  /// it keeps the history true, and what sync knows.
  ///
  /// - Returns: The number of its row.
  func insert(_ note: Note) throws -> Int64 {
    let inlineTags = note.inlineTags
    do {
      try run(
        """
        INSERT INTO note (id, title, tags, inline_tags, notebook, pinned, archived, trashed, created, modified,
          foreign_front_matter, body, attachments)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """, NoteRow.values(of: note, inlineTags: inlineTags))
    } catch DatabaseError.SQLITE_CONSTRAINT_UNIQUE {
      throw StoreError.exists(note.id)
    }
    let row = lastInsertedRowID
    try index(note, inlineTags: inlineTags, row: row)
    return row
  }

  /// Writes a note over the one with its id.
  func update(_ stored: StoredNote, to note: Note) throws {
    let inlineTags = note.inlineTags
    try reindex(row: stored.row, as: note, inlineTags: inlineTags) {
      try run(
        """
        UPDATE note SET title = ?2, tags = ?3, inline_tags = ?4, notebook = ?5, pinned = ?6, archived = ?7, trashed = ?8,
          created = ?9, modified = ?10, foreign_front_matter = ?11, body = ?12, attachments = ?13
        WHERE id = ?1
        """, NoteRow.values(of: note, inlineTags: inlineTags))
    }
  }

  /// Removes a note.
  func remove(_ stored: StoredNote) throws {
    try removeFromIndexes(row: stored.row)
    try run("DELETE FROM note WHERE rowid = ?", [.integer(stored.row)])
  }
}
