import GRDB
import NotesDomain

/// The statement for a list of notes.
struct NoteListStatement {
  private(set) var sql = "SELECT \(NoteRow.summaryColumns) FROM note WHERE "
  private(set) var values: [SQLValue] = []

  init(_ query: NoteQuery, _ database: Database) throws {
    // The conditions of the partial indexes, word by word, or SQLite would not use them.
    switch query.place {
    case .active: sql += "trashed IS NULL AND archived = 0"
    case .archived: sql += "trashed IS NULL AND archived = 1"
    case .trash: sql += "trashed IS NOT NULL"
    case .everywhere: sql += "TRUE"
    }
    if query.notebook != .root {
      // 0 is the character after the slash.
      sql += " AND (notebook = ? OR (notebook >= ? AND notebook < ?))"
      values += [query.notebook.path, query.notebook.path + "/", query.notebook.path + "0"].map(SQLValue.text)
    }
    for tag in query.tags {
      try require(tag, database)
    }
    switch query.order {
    case .modified: sql += " ORDER BY pinned DESC, modified DESC, id DESC"
    case .created: sql += " ORDER BY pinned DESC, created DESC, id DESC"
    case .title: sql += " ORDER BY pinned DESC, title COLLATE NOCASE, id DESC"
    }
    if let limit = query.limit {
      sql += " LIMIT ?"
      values.append(.integer(Int64(max(0, limit))))
    }
  }

  /// Asks for a tag or one nested in it. The plus sign keeps SQLite on the index of the order: it passes over the notes
  /// without the tag faster than it sorts those with it.
  private mutating func require(_ tag: Tag, _ database: Database) throws {
    if tag.name.utf8.allSatisfy({ $0 < 0x80 }) {
      sql += " AND +note.rowid IN (SELECT note FROM note_tag WHERE tag = ? OR (tag >= ? AND tag < ?))"
      values += [tag.name, tag.name + "/", tag.name + "0"].map(SQLValue.text)
    } else {
      // SQLite knows the case of ASCII letters only. There are far fewer tags than notes: compare them here.
      let spellings = try database.all("SELECT DISTINCT tag FROM note_tag") { Tag($0.text(0)) }
        .compactMap { $0 }.filter(tag.covers)
      let places = spellings.map { _ in "?" }.joined(separator: ", ")
      sql += " AND +note.rowid IN (SELECT note FROM note_tag WHERE tag IN (\(places)))"
      values += spellings.map { .text($0.name) }
    }
  }
}
