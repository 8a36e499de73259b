import GRDB
import NotesDomain

/// The columns of table `note`, and their conversion from and to notes.
enum NoteColumns {
  static let summaryColumns = """
    note.id, note.title, note.tags, note.inline_tags, note.notebook, note.pinned, note.archived, note.trashed, \
    note.created, note.modified
    """

  static let noteColumns = summaryColumns + ", note.foreign_front_matter, note.body, note.attachments, note.file_name"

  static let summaryColumnCount: Int32 = 10

  static let noteColumnCount: Int32 = 14

  /// Decodes ``summaryColumns``.
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

  /// Decodes ``noteColumns``.
  static func note(_ row: SQLRow) -> Note {
    Note(
      id: row.id(0),
      title: row.text(1),
      body: row.text(11),
      tags: tags(row, 2),
      notebook: notebook(row, 4),
      fileName: row.text(13),
      isPinned: row.bool(5),
      isArchived: row.bool(6),
      trashed: row.optionalTimestamp(7),
      created: row.timestamp(8),
      modified: row.timestamp(9),
      foreignFrontMatter: row.text(10),
      attachments: row.text(12, equals: "[]") ? [] : AttachmentList.decode(row.text(12))
    )
  }

  /// Returns the values of all columns except `rowid`, in the order of the table. The inline tags are passed in, since finding
  /// them reads the whole text.
  static func values(of note: Note, inlineTags: [Tag]) -> [SQLValue] {
    [
      .id(note.id), .text(note.title), .text(TagList.encode(note.tags)), .text(TagList.encode(inlineTags)),
      .text(note.notebook.path), .bool(note.isPinned), .bool(note.isArchived), .timestamp(note.trashed),
      .timestamp(note.created), .timestamp(note.modified), .text(note.foreignFrontMatter), .text(note.body),
      .text(AttachmentList.encode(note.attachments)), .text(note.fileName),
    ]
  }

  private static func tags(_ row: SQLRow, _ column: Int32) -> [Tag] {
    row.text(column, equals: "[]") ? [] : TagList.decode(row.text(column))
  }

  private static func notebook(_ row: SQLRow, _ column: Int32) -> Notebook {
    row.text(column, equals: "") ? .root : Notebook(row.text(column)) ?? .root
  }
}

/// A note and the number of its row.
struct StoredNote {
  let row: Int64
  let note: Note
}

extension Database {
  static let noteByID = "SELECT \(NoteColumns.noteColumns) FROM note WHERE id = ?"

  private static let storedNoteByID = "SELECT \(NoteColumns.noteColumns), note.rowid FROM note WHERE id = ?"

  func note(_ id: NoteID) throws -> Note? { try first(Self.noteByID, [.id(id)], decode: NoteColumns.note) }

  func storedNote(_ id: NoteID) throws -> StoredNote? {
    try first(Self.storedNoteByID, [.id(id)]) {
      StoredNote(row: $0.integer(NoteColumns.noteColumnCount), note: NoteColumns.note($0))
    }
  }
}
