import GRDB
import NotesDomain

extension SQLiteNoteRepository {
  func search(_ query: SearchQuery) async throws(StoreError) -> SearchResult {
    guard query.limit > 0 else { return SearchResult(hits: []) }
    // Without a transaction: it does not matter whether a note that another process saves meanwhile is found.
    return try await database.query { database in
      let filter = try FilterStatement(query.filter, ranks: true, in: database)
      return if let match = filter.match {
        try database.matches(query, filter, match: match, atMost: maximumRanked)
      } else {
        try database.scanned(query, filter)
      }
    }
  }
}

extension NoteQuery.Scope {
  /// The condition of SQL, spelled as in the partial indexes, or SQLite would not use them.
  var sql: String {
    switch self {
    case .active: "note.trashed IS NULL AND note.archived = 0"
    case .archived: "note.trashed IS NULL AND note.archived = 1"
    case .kept: "note.trashed IS NULL"
    case .trash: "note.trashed IS NOT NULL"
    case .activeAndTrash: "(note.trashed IS NOT NULL OR note.archived = 0)"
    case .everywhere: "TRUE"
    }
  }
}

extension NoteQuery.Order {
  /// The terms of SQL to sort by, without pinned notes first.
  var sql: String {
    switch self {
    case .modified: "note.modified DESC, note.id DESC"
    case .created: "note.created DESC, note.id DESC"
    case .title: "note.title COLLATE NOCASE, note.id DESC"
    }
  }
}

extension FilterStatement {
  /// Returns the tables and conditions of the matches of an expression that fulfill the other conditions. Without those, the
  /// notes are not read.
  fileprivate func matches(_ expression: String, in scope: NoteQuery.Scope) -> (sql: String, values: [SQLValue]) {
    let conditions = conditions(in: scope)
    let notes = conditions.isEmpty ? "" : " JOIN note ON note.rowid = note_fts.rowid"
    return ("note_fts\(notes) WHERE note_fts MATCH ?\(conditions)", [.text(expression)] + values)
  }

  /// Returns the conditions besides the words. The trash is small, so that notes outside of it count as all.
  fileprivate func conditions(in scope: NoteQuery.Scope) -> String {
    switch scope {
    case .kept, .everywhere, .activeAndTrash: sql
    case .active, .archived, .trash: " AND \(scope.sql)\(sql)"
    }
  }
}

extension Database {
  /// Searches the index of words, best matches first unless the query has another order.
  ///
  /// FTS5 ranks all matches and returns them in order. The notes are read, and the snippets cut, for the returned hits only.
  fileprivate func matches(
    _ query: SearchQuery, _ filter: FilterStatement, match: String, atMost limit: Int
  ) throws -> SearchResult {
    let oldest = query.order == nil ? try oldestToRank(query, filter, match: match, atMost: limit) : nil
    var sql = """
      SELECT \(NoteColumns.summaryColumns), \(Snippet.sql(.body)), \(Snippet.sql(.title)), \(Snippet.sql(.tags))
      FROM note_fts JOIN note ON note.rowid = note_fts.rowid
      WHERE note_fts MATCH ? AND \(query.scope.sql)
      """
    var values: [SQLValue] = [.text(match)]
    if let oldest {
      sql += " AND note_fts.rowid >= ?"
      values.append(.integer(oldest))
    }
    sql += filter.sql + " ORDER BY \(query.order?.sql ?? "note_fts.rank") LIMIT ?"
    values += filter.values + [.integer(query.limit)]
    let hits = try all(sql, values) { row in
      SearchHit(note: NoteColumns.summary(row), snippet: Self.snippet(row, query.filter.wantedTerms))
    }
    return SearchResult(hits: hits, rankedNewest: oldest == nil ? nil : limit)
  }

  /// Returns the snippet of the text, or that of the title or the tags when only they match.
  private static func snippet(_ row: SQLRow, _ terms: [SearchTerm]) -> [SearchHit.Piece] {
    let body = Snippet.pieces(of: row.text(NoteColumns.summaryColumnCount), matching: terms)
    guard !body.contains(where: \.isMatch) else { return body }
    let title = Snippet.pieces(of: row.text(NoteColumns.summaryColumnCount + 1), matching: terms)
    guard !title.contains(where: \.isMatch) else { return title }
    let pieces = Snippet.pieces(of: row.text(NoteColumns.summaryColumnCount + 2), matching: terms) { tags in
      TagList.strings(in: tags).joined(separator: " ")
    }
    return pieces.contains(where: \.isMatch) ? pieces : body
  }

  /// Returns the oldest row to rank, when ranking all matches would take too long; `nil` to rank all.
  ///
  /// Counting all matches of a common phrase would cost as much as ranking them, so that the newest notes are counted as a
  /// sample. Prefixes are not counted at all, since FTS5 collects the words with that prefix for each query: up to three
  /// letters count as common, more as rare. The trash is always ranked as a whole: it is small, and its notes may be old.
  ///
  /// Only notes that fulfill the other conditions count: the newest matches may all fail them.
  private func oldestToRank(
    _ query: SearchQuery, _ filter: FilterStatement, match: String, atMost limit: Int
  ) throws -> Int64? {
    let newest = try first("SELECT max(rowid) FROM note") { $0.integer(0) } ?? 0
    guard newest > limit, query.scope != .trash else { return nil }
    if let shortest = query.filter.wantedTerms.filter(\.isPrefix).map(\.text.unicodeScalars.count).min() {
      guard shortest <= 3, !filter.conditions(in: query.scope).isEmpty else {
        return shortest <= 3 ? newest - Int64(limit) + 1 : nil
      }
      return try first(
        "SELECT rowid FROM note WHERE \(query.scope.sql)\(filter.sql) ORDER BY rowid DESC LIMIT 1 OFFSET ?",
        filter.values + [.integer(limit - 1)]
      ) { $0.integer(0) }
    }
    let sample = min(2000, newest)
    let (matches, values) = filter.matches(match, in: query.scope)
    let found = try first(
      "SELECT count(*) FROM \(matches) AND note_fts.rowid > ?", values + [.integer(newest - sample)]
    ) { $0.integer(0) }
    guard let found, found * newest > Int64(limit) * sample else { return nil }
    return try first(
      "SELECT note_fts.rowid FROM \(matches) ORDER BY note_fts.rowid DESC LIMIT 1 OFFSET ?",
      values + [.integer(limit - 1)]
    ) { $0.integer(0) }
  }

  /// Searches without words to rank, newest note first unless the query has another order.
  fileprivate func scanned(_ query: SearchQuery, _ filter: FilterStatement) throws -> SearchResult {
    let sql = """
      SELECT \(NoteColumns.noteColumns) FROM note WHERE \(query.scope.sql)\(filter.sql)
      ORDER BY \(query.order?.sql ?? "note.rowid DESC") LIMIT ?
      """
    let wanted = query.filter.wantedTerms.map(\.text)
    return SearchResult(
      hits: try all(sql, filter.values + [.integer(query.limit)]) { row in
        let note = NoteColumns.note(row)
        return SearchHit(note: NoteColumns.summary(row), snippet: Snippet.pieces(of: note, around: wanted))
      })
  }
}
