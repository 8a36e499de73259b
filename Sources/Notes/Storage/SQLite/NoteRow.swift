import NotesDomain

/// The columns of table `note`, and the notes made from them.
enum NoteRow {
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
      isPinned: row.flag(5),
      isArchived: row.flag(6),
      trashed: row.momentIfAny(7),
      created: row.moment(8),
      modified: row.moment(9)
    )
  }

  static func note(_ row: SQLRow) -> Note {
    Note(
      id: row.id(0),
      title: row.text(1),
      body: row.text(11),
      tags: tags(row, 2),
      notebook: notebook(row, 4),
      isPinned: row.flag(5),
      isArchived: row.flag(6),
      trashed: row.momentIfAny(7),
      created: row.moment(8),
      modified: row.moment(9),
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
      .text(note.notebook.path), .flag(note.isPinned), .flag(note.isArchived), .moment(note.trashed),
      .moment(note.created), .moment(note.modified), .text(note.foreignFrontMatter), .text(note.body),
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
