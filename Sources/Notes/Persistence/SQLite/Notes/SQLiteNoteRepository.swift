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
    try await database.query { try $0.note(id) }
  }

  func notes(_ ids: [NoteID]) async throws(StoreError) -> [Note] {
    try await database.read { database in
      let statement = try database.statement(Database.noteByID)
      return try ids.compactMap { try statement.first([.id($0)], decode: NoteColumns.note) }
    }
  }

  func identifiers(matching prefix: NoteIDPrefix, limit: Int) async throws(StoreError) -> [NoteID] {
    let range = prefix.range
    return try await database.query { database in
      try database.all(
        "SELECT id FROM note WHERE id BETWEEN ? AND ? ORDER BY id LIMIT ?",
        [.id(range.lowerBound), .id(range.upperBound), .limit(limit)]
      ) { $0.id(0) }
    }
  }

  func abbreviations(of ids: [NoteID]) async throws(StoreError) -> [NoteID: String] {
    try await database.read { database in
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
    return try await database.query { database in
      try database.all(
        "SELECT \(NoteColumns.noteColumns) FROM note \(start == nil ? "" : "WHERE id > ?") ORDER BY id LIMIT ?",
        [start, .limit(limit)].compactMap(\.self), decode: NoteColumns.note)
    }
  }

  // MARK: Writing

  func insert(_ notes: [Note]) async throws(StoreError) {
    try await database.transaction(as: .local) { transaction in
      for note in notes { try transaction.insert(note) }
    }
  }

  func update(
    _ ids: [NoteID], change: @escaping @Sendable (inout Note) -> Void
  ) async throws(StoreError) -> NoteUpdates? {
    try await database.transaction(as: .local) { transaction in
      guard let updates = try transaction.update(ids, change) else { return nil }
      return try transaction.mendLinks(after: updates)
    }
  }

  func update(
    together ids: [NoteID], change: @escaping @Sendable (inout [Note]) -> Void
  ) async throws(StoreError) -> NoteUpdates {
    try await database.transaction(as: .local) { transaction in
      let stored = try ids.compactMap { try transaction.database.storedNote($0) }
      var changed = stored.map(\.note)
      change(&changed)
      let updates = try zip(stored, changed).map { stored, changed in
        try transaction.update(stored, to: changed)
        return NoteUpdate(before: stored.note, after: changed)
      }
      return try transaction.mendLinks(after: updates, heir: changed.first)
    }
  }

  func upsert(
    _ note: Note, change: @escaping @Sendable (inout Note) -> Void
  ) async throws(StoreError) -> NoteUpdate? {
    try await database.transaction(as: .local) { transaction in
      let named = try NoteName(note.title).map { try transaction.database.notes(withKey: $0.key) } ?? []
      if let found = named.first(where: { $0.trashed == nil && $0.notebook == note.notebook }) {
        return try transaction.mendLinks(after: [transaction.update(found.id, change)].compactMap(\.self)).notes.first
      }
      try transaction.insert(note)
      return nil
    }
  }

  func purge(_ ids: [NoteID]) async throws(StoreError) -> [NoteID] {
    try await database.transaction(as: .purge) { transaction in
      try ids.filter { id in
        guard let stored = try transaction.database.storedNote(id), stored.note.trashed != nil else { return false }
        try transaction.purge(stored)
        return true
      }
    }
  }

  // MARK: Listing and counting

  func list(_ query: NoteQuery) async throws(StoreError) -> [NoteSummary] {
    try await database.query { database in
      let filter = try FilterStatement(query.filter, ranks: false, in: database)
      var sql = "SELECT \(NoteColumns.summaryColumns) FROM note WHERE \(query.scope.sql)\(filter.sql)"
      sql += " ORDER BY note.pinned DESC, \(query.order.sql)"
      var values = filter.values
      if query.limit != nil || query.offset > 0 {
        sql += " LIMIT ? OFFSET ?"
        values += [query.limit.map(SQLValue.limit) ?? .integer(-1), .integer(Int64(max(0, query.offset)))]
      }
      return try database.all(sql, values, decode: NoteColumns.summary)
    }
  }

  func count(_ query: NoteQuery) async throws(StoreError) -> Int {
    let found = try await database.query { database in
      let filter = try FilterStatement(query.filter, ranks: false, in: database)
      return try database.number("SELECT count(*) FROM note WHERE \(query.scope.sql)\(filter.sql)", filter.values)
    }
    return min(found, max(0, query.limit ?? found))
  }

  func tags() async throws(StoreError) -> [NoteStatistics.Count<Tag>] {
    try await database.query { try $0.tags() }
  }

  func notebooks() async throws(StoreError) -> [NoteStatistics.Count<Notebook>] {
    try await database.query { try $0.notebooks() }
  }

  func statistics() async throws(StoreError) -> NoteStatistics {
    try await database.read { database in
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
      statistics.notebooks = try database.notebooks()
      statistics.tags = try database.tags()
      return statistics
    }
  }
}

extension Database {
  fileprivate func notebooks() throws -> [NoteStatistics.Count<Notebook>] {
    try all("SELECT notebook, count(*) FROM note WHERE trashed IS NULL GROUP BY notebook ORDER BY 2 DESC, notebook") {
      NoteStatistics.Count(Notebook($0.text(0)) ?? .root, notes: $0.int(1))
    }
  }

  /// Spellings that differ in case count as one tag, as in a query.
  fileprivate func tags() throws -> [NoteStatistics.Count<Tag>] {
    try all(
      """
      SELECT min(tag COLLATE BINARY) AS name, count(*) FROM note_tag
      WHERE note NOT IN (SELECT rowid FROM note WHERE trashed IS NOT NULL)
      GROUP BY tag ORDER BY 2 DESC, name COLLATE BINARY
      """
    ) { row in Tag(row.text(0)).map { NoteStatistics.Count($0, notes: row.int(1)) } }.compactMap(\.self)
  }
}
