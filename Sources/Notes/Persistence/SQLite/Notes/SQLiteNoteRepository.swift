import GRDB
import NotesDomain
import WiringMacros

/// The notes in an SQLite file. See `Resources/schema` for the tables.
@Repository(scope: .singleton)
struct SQLiteNoteRepository: NoteRepository {
  let journal: NoteJournal

  var database: NoteDatabase { journal.database }

  /// How many of the newest matches a search ranks when its words are in almost every note. Ranking 100,000 notes takes a
  /// tenth of a second and more; nobody looks for an old note by the word "the".
  var maximumRanked = 40_000

  init(journal: NoteJournal) {
    self.journal = journal
  }

  // MARK: Reading

  func note(_ id: NoteID) async throws(StoreError) -> Note? {
    try database.access { try $0.note(id) }
  }

  func notes(_ ids: [NoteID]) async throws(StoreError) -> [Note] {
    try database.read { database in
      let statement = try database.statement(Database.noteByID)
      return try ids.compactMap { try statement.first([.id($0)], NoteColumns.note) }
    }
  }

  func identifiers(matching prefix: NoteIDPrefix, limit: Int) async throws(StoreError) -> [NoteID] {
    let range = prefix.range
    return try database.access { database in
      try database.all(
        "SELECT id FROM note WHERE id BETWEEN ? AND ? ORDER BY id LIMIT ?",
        [.id(range.lowerBound), .id(range.upperBound), .integer(Int64(max(0, limit)))]
      ) { $0.id(0) }
    }
  }

  func abbreviations(of ids: [NoteID]) async throws(StoreError) -> [NoteID: String] {
    try database.read { database in
      var abbreviations: [NoteID: String] = [:]
      for id in ids where try database.first("SELECT 1 FROM note WHERE id = ?", [.id(id)], { _ in true }) ?? false {
        // Of all other ids the two next to this one share the most with it.
        let before = try database.first("SELECT max(id) FROM note WHERE id < ?", [.id(id)], \.optionalID) ?? nil
        let after = try database.first("SELECT min(id) FROM note WHERE id > ?", [.id(id)], \.optionalID) ?? nil
        abbreviations[id] = id.abbreviated(among: [before, after].compactMap(\.self))
      }
      return abbreviations
    }
  }

  func page(after id: NoteID?, limit: Int) async throws(StoreError) -> [Note] {
    let start = id.map(SQLValue.id)
    return try database.access { database in
      try database.all(
        "SELECT \(NoteColumns.noteColumns) FROM note \(start == nil ? "" : "WHERE id > ?") ORDER BY id LIMIT ?",
        [start, .integer(Int64(max(0, limit)))].compactMap { $0 }, NoteColumns.note)
    }
  }

  // MARK: Writing

  func insert(_ notes: [Note]) async throws(StoreError) {
    try journal.write(as: .local) { writer in
      for note in notes { try writer.insert(note) }
    }
  }

  func update(_ id: NoteID, change: @escaping @Sendable (inout Note) -> Void) async throws(StoreError) -> Note? {
    try journal.write(as: .local) { writer in
      guard let stored = try writer.database.storedNote(id) else { return nil }
      var changed = stored.note
      change(&changed)
      try writer.update(stored, to: changed)
      return changed
    }
  }

  func purge(_ ids: [NoteID]) async throws(StoreError) -> [NoteID] {
    try journal.write(as: .local) { writer in
      try ids.filter { id in
        guard let stored = try writer.database.storedNote(id), stored.note.trashed != nil else { return false }
        try writer.purge(stored)
        return true
      }
    }
  }
}

extension SQLiteNoteRepository {
  func list(_ query: NoteQuery) async throws(StoreError) -> [NoteSummary] {
    try database.access { database in
      let list = try NoteListStatement(query, database)
      return try database.all(list.sql, list.values, NoteColumns.summary)
    }
  }
}

/// The statement for a list of notes.
struct NoteListStatement {
  private(set) var sql = "SELECT \(NoteColumns.summaryColumns) FROM note WHERE "
  private(set) var values: [SQLValue] = []

  init(_ query: NoteQuery, _ database: Database) throws {
    // The conditions of the partial indexes, word by word, or SQLite would not use them.
    switch query.scope {
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

extension SQLiteNoteRepository {
  func statistics() async throws(StoreError) -> NoteStatistics {
    try database.read { database in
      var statistics = NoteStatistics()
      statistics.active = try database.number("SELECT count(*) FROM note WHERE trashed IS NULL AND archived = 0")
      statistics.archived = try database.number("SELECT count(*) FROM note WHERE trashed IS NULL AND archived = 1")
      statistics.trashed = try database.number("SELECT count(*) FROM note WHERE trashed IS NOT NULL")
      statistics.pinned = try database.number(
        """
        SELECT (SELECT count(*) FROM note WHERE trashed IS NULL AND archived = 0 AND pinned = 1)
             + (SELECT count(*) FROM note WHERE trashed IS NULL AND archived = 1 AND pinned = 1)
        """)
      statistics.textBytes = try database.number("SELECT ifnull(sum(length(CAST(body AS BLOB))), 0) FROM note")
      statistics.storeBytes = try database.number(
        "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size")
      statistics.notebooks = try database.all(
        "SELECT notebook, count(*) FROM note WHERE trashed IS NULL GROUP BY notebook ORDER BY 2 DESC, notebook"
      ) { row in NoteStatistics.Count(Notebook(row.text(0)) ?? .root, notes: Int(row.integer(1))) }
      // Spellings that differ in case are one tag here, as they are for a query.
      statistics.tags = try database.all(
        """
        SELECT min(tag COLLATE BINARY) AS name, count(*) FROM note_tag
        WHERE note NOT IN (SELECT rowid FROM note WHERE trashed IS NOT NULL)
        GROUP BY tag ORDER BY 2 DESC, name COLLATE BINARY
        """
      ) { row in Tag(row.text(0)).map { NoteStatistics.Count($0, notes: Int(row.integer(1))) } }
      .compactMap { $0 }
      return statistics
    }
  }
}
