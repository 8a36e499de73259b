import GRDB
import NotesDomain

/// The columns of table `note`, and the notes made from them.
enum NoteColumns {
  /// The columns of a ``NoteSummary``.
  static let summaryColumns = """
    note.id, note.title, note.tags, note.inline_tags, note.notebook, note.pinned, note.archived, note.trashed, \
    note.created, note.modified
    """

  /// The columns of a ``Note``.
  static let noteColumns = summaryColumns + ", note.foreign_front_matter, note.body, note.attachments"

  /// How many columns ``summaryColumns`` has.
  static let summaryColumnCount: Int32 = 10

  /// How many columns ``noteColumns`` has.
  static let noteColumnCount: Int32 = 13

  static func summary(_ row: SQLRow) -> NoteSummary {
    NoteSummary(
      id: row.id(0),
      title: row.text(1),
      tags: tags(row, 2) + tags(row, 3),
      notebook: notebook(row, 4),
      isPinned: row.bool(5),
      isArchived: row.bool(6),
      trashed: row.optionalTimestamp(7),
      created: row.timestamp(8),
      modified: row.timestamp(9)
    )
  }

  static func note(_ row: SQLRow) -> Note {
    Note(
      id: row.id(0),
      title: row.text(1),
      body: row.text(11),
      tags: tags(row, 2),
      notebook: notebook(row, 4),
      isPinned: row.bool(5),
      isArchived: row.bool(6),
      trashed: row.optionalTimestamp(7),
      created: row.timestamp(8),
      modified: row.timestamp(9),
      foreignFrontMatter: row.text(10),
      attachments: row.text(12, equals: "[]") ? [] : AttachmentList.decode(row.text(12))
    )
  }

  /// The values of all columns but `rowid`, in the order of the table.
  ///
  /// - Parameters:
  ///   - note: The note.
  ///   - inlineTags: The tags in its text, which take a look at all of it.
  static func values(of note: Note, inlineTags: [Tag]) -> [SQLValue] {
    [
      .id(note.id), .text(note.title), .text(TagList.encode(note.tags)), .text(TagList.encode(inlineTags)),
      .text(note.notebook.path), .bool(note.isPinned), .bool(note.isArchived), .timestamp(note.trashed),
      .timestamp(note.created), .timestamp(note.modified), .text(note.foreignFrontMatter), .text(note.body),
      .text(AttachmentList.encode(note.attachments)),
    ]
  }

  private static func tags(_ row: SQLRow, _ column: Int32) -> [Tag] {
    row.text(column, equals: "[]") ? [] : TagList.decode(row.text(column))
  }

  private static func notebook(_ row: SQLRow, _ column: Int32) -> Notebook {
    row.text(column, equals: "") ? .root : Notebook(row.text(column)) ?? .root
  }
}

/// A note with the number of its row.
struct StoredNote {
  let row: Int64
  let note: Note
}

extension Database {
  static let noteByID = "SELECT \(NoteColumns.noteColumns) FROM note WHERE id = ?"

  private static let storedNoteByID = "SELECT \(NoteColumns.noteColumns), note.rowid FROM note WHERE id = ?"

  /// The note with an id.
  func note(_ id: NoteID) throws -> Note? {
    try first(Self.noteByID, [.id(id)], NoteColumns.note)
  }

  /// The note with an id, and its row.
  func storedNote(_ id: NoteID) throws -> StoredNote? {
    try first(Self.storedNoteByID, [.id(id)]) {
      StoredNote(row: $0.integer(NoteColumns.noteColumnCount), note: NoteColumns.note($0))
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
        """, NoteColumns.values(of: note, inlineTags: inlineTags))
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
        """, NoteColumns.values(of: note, inlineTags: inlineTags))
    }
  }

  /// Removes a note.
  func remove(_ stored: StoredNote) throws {
    try removeFromIndexes(row: stored.row)
    try run("DELETE FROM note WHERE rowid = ?", [.integer(stored.row)])
  }
}
