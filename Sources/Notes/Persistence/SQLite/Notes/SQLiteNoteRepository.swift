import GRDB
import NotesDomain
import WiringMacros

/// The notes in an SQLite file. See `Resources/schema` for the tables.
@Repository(scope: .singleton)
struct SQLiteNoteRepository: NoteRepository {
  let database: NoteDatabase

  /// The number of newest matches that a search ranks when its words are in almost every note. Ranking 100,000 notes takes
  /// a tenth of a second and more, and a search for a word like "the" does not look for an old note.
  var maximumRanked = 40_000

  init(database: NoteDatabase) { self.database = database }

  // MARK: Reading

  func note(_ id: NoteID) async throws(StoreError) -> Note? {
    try database.connection.withDatabase { try $0.note(id) }
  }

  func notes(_ ids: [NoteID]) async throws(StoreError) -> [Note] {
    try database.connection.read { database in
      let statement = try database.statement(Database.noteByID)
      return try ids.compactMap { try statement.first([.id($0)], decode: NoteColumns.note) }
    }
  }

  func identifiers(matching prefix: NoteIDPrefix, limit: Int) async throws(StoreError) -> [NoteID] {
    let range = prefix.range
    return try database.connection.withDatabase { database in
      try database.all(
        "SELECT id FROM note WHERE id BETWEEN ? AND ? ORDER BY id LIMIT ?",
        [.id(range.lowerBound), .id(range.upperBound), .limit(limit)]
      ) { $0.id(0) }
    }
  }

  func abbreviations(of ids: [NoteID]) async throws(StoreError) -> [NoteID: String] {
    try database.connection.read { database in
      var abbreviations: [NoteID: String] = [:]
      for id in ids where try database.exists("SELECT 1 FROM note WHERE id = ?", [.id(id)]) {
        // The two neighbours of an id share the longest prefixes with it.
        let before = try database.first("SELECT max(id) FROM note WHERE id < ?", [.id(id)]) { $0.optionalID(0) }
        let after = try database.first("SELECT min(id) FROM note WHERE id > ?", [.id(id)]) { $0.optionalID(0) }
        abbreviations[id] = id.abbreviated(among: [before, after].compactMap { $0 ?? nil })
      }
      return abbreviations
    }
  }

  func page(after id: NoteID?, limit: Int) async throws(StoreError) -> [Note] {
    let start = id.map(SQLValue.id)
    return try database.connection.withDatabase { database in
      try database.all(
        "SELECT \(NoteColumns.noteColumns) FROM note \(start == nil ? "" : "WHERE id > ?") ORDER BY id LIMIT ?",
        [start, .limit(limit)].compactMap(\.self), decode: NoteColumns.note)
    }
  }

  // MARK: Writing

  func insert(_ notes: [Note]) async throws(StoreError) {
    try database.transaction(as: .local) { transaction in
      for note in notes { try transaction.insert(note) }
    }
  }

  func update(_ id: NoteID, change: @escaping @Sendable (inout Note) -> Void) async throws(StoreError) -> Note? {
    try database.transaction(as: .local) { transaction in
      guard let stored = try transaction.database.storedNote(id) else { return nil }
      var changed = stored.note
      change(&changed)
      try transaction.update(stored, to: changed)
      return changed
    }
  }

  func purge(_ ids: [NoteID]) async throws(StoreError) -> [NoteID] {
    try database.transaction(as: .local) { transaction in
      try ids.filter { id in
        guard let stored = try transaction.database.storedNote(id), stored.note.trashed != nil else { return false }
        try transaction.purge(stored)
        return true
      }
    }
  }

  // MARK: Listing and counting

  func list(_ query: NoteQuery) async throws(StoreError) -> [NoteSummary] {
    try database.connection.withDatabase { database in
      let list = try NoteListStatement(query, database)
      return try database.all(list.sql, list.values, decode: NoteColumns.summary)
    }
  }

  func statistics() async throws(StoreError) -> NoteStatistics {
    try database.connection.read { database in
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
      ) { row in NoteStatistics.Count(Notebook(row.text(0)) ?? .root, notes: row.int(1)) }
      // Spellings that differ in case count as one tag, as in a query.
      statistics.tags = try database.all(
        """
        SELECT min(tag COLLATE BINARY) AS name, count(*) FROM note_tag
        WHERE note NOT IN (SELECT rowid FROM note WHERE trashed IS NOT NULL)
        GROUP BY tag ORDER BY 2 DESC, name COLLATE BINARY
        """
      ) { row in Tag(row.text(0)).map { NoteStatistics.Count($0, notes: row.int(1)) } }
      .compactMap(\.self)
      return statistics
    }
  }
}

/// The statement that lists notes.
struct NoteListStatement {
  private(set) var sql = "SELECT \(NoteColumns.summaryColumns) FROM note WHERE "
  private(set) var values: [SQLValue] = []

  init(_ query: NoteQuery, _ database: Database) throws {
    // Spelled as in the partial indexes, or SQLite would not use them.
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
      values.append(.limit(limit))
    }
  }

  /// Adds the condition that a note has a tag, or one nested in it. The plus sign makes SQLite use the index of the order:
  /// skipping the notes without the tag is faster than sorting those with it.
  private mutating func require(_ tag: Tag, _ database: Database) throws {
    if tag.name.utf8.allSatisfy({ $0 < 0x80 }) {
      sql += " AND +note.rowid IN (SELECT note FROM note_tag WHERE tag = ? OR (tag >= ? AND tag < ?))"
      values += [tag.name, tag.name + "/", tag.name + "0"].map(SQLValue.text)
    } else {
      // SQLite folds the case of ASCII only. There are far fewer tags than notes, so that they are compared here.
      let spellings = try database.all("SELECT DISTINCT tag FROM note_tag") { Tag($0.text(0)) }
        .compactMap(\.self).filter(tag.covers)
      let parameters = spellings.map { _ in "?" }.joined(separator: ", ")
      sql += " AND +note.rowid IN (SELECT note FROM note_tag WHERE tag IN (\(parameters)))"
      values += spellings.map { .text($0.name) }
    }
  }
}
