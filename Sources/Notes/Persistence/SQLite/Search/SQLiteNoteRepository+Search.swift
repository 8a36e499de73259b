import GRDB
import NotesDomain

extension SQLiteNoteRepository {
  func search(_ query: SearchQuery) async throws(StoreError) -> SearchResult {
    guard query.limit > 0, let expression = SearchExpression(query) else { return SearchResult(hits: []) }
    // Without a transaction: it does not matter whether a note that another process saves meanwhile is found.
    return try database.connection.withDatabase { database in
      if let match = expression.match {
        try database.ranked(query, match: match, literals: expression.literals, atMost: maximumRanked)
      } else {
        try database.scanned(query, expression)
      }
    }
  }
}

extension Database {
  /// Searches the index of words, best matches first.
  ///
  /// FTS5 ranks all matches and returns them in order. The notes are read, and the snippets cut, for the returned hits only.
  fileprivate func ranked(
    _ query: SearchQuery, match: String, literals: [SearchQuery.Term], atMost limit: Int
  ) throws -> SearchResult {
    let oldest = try oldestToRank(query, match: match, atMost: limit)

    var sql = """
      SELECT \(NoteColumns.summaryColumns), \(Snippet.sql(.body)), \(Snippet.sql(.title)), \(Snippet.sql(.tags))
      FROM note_fts JOIN note ON note.rowid = note_fts.rowid
      WHERE note_fts MATCH ? AND note.trashed IS \(query.isInTrash ? "NOT NULL" : "NULL")
      """
    var values: [SQLValue] = [.text(match)]
    if let oldest {
      sql += " AND note_fts.rowid >= ?"
      values.append(.integer(oldest))
    }
    LiteralCondition(terms: literals).add(to: &sql, values: &values)
    sql += " ORDER BY note_fts.rank LIMIT ?"
    values.append(.integer(query.limit))
    let hits = try all(sql, values) { row in SearchHit(note: NoteColumns.summary(row), snippet: Self.snippet(row)) }
    return SearchResult(hits: hits, rankedNewest: oldest == nil ? nil : limit)
  }

  /// The snippet of the text, or that of the title or the tags when only they match.
  private static func snippet(_ row: SQLRow) -> [SearchHit.Piece] {
    let body = Snippet.pieces(of: row.text(NoteColumns.summaryColumnCount))
    guard !body.contains(where: \.isMatch) else { return body }
    let title = Snippet.pieces(of: row.text(NoteColumns.summaryColumnCount + 1))
    guard !title.contains(where: \.isMatch) else { return title }
    let tags = TagList.strings(in: row.text(NoteColumns.summaryColumnCount + 2)).joined(separator: " ")
    let pieces = Snippet.pieces(of: tags)
    return pieces.contains(where: \.isMatch) ? pieces : body
  }

  /// The oldest row to rank, when ranking all matches would take too long; `nil` to rank all.
  ///
  /// Counting all matches of a common phrase would cost as much as ranking them, so that the newest notes are counted as a
  /// sample. Prefixes are not counted at all, since FTS5 collects the words with that prefix for each query: up to three
  /// letters count as common, more as rare. The trash is always ranked as a whole: it is small, and its notes may be old.
  private func oldestToRank(_ query: SearchQuery, match: String, atMost limit: Int) throws -> Int64? {
    let newest = try first("SELECT max(rowid) FROM note") { $0.integer(0) } ?? 0
    guard newest > limit, !query.isInTrash else { return nil }
    if let shortest = query.terms.filter({ $0.isPrefix && !$0.isExcluded }).map(\.text.unicodeScalars.count).min() {
      return shortest <= 3 ? newest - Int64(limit) + 1 : nil
    }
    let sample = min(2000, newest)
    let found = try first(
      "SELECT count(*) FROM note_fts WHERE note_fts MATCH ? AND rowid > ?", [.text(match), .integer(newest - sample)]
    ) { $0.integer(0) }
    guard let found, found * newest > Int64(limit) * sample else { return nil }
    return try first(
      "SELECT rowid FROM note_fts WHERE note_fts MATCH ? ORDER BY rowid DESC LIMIT 1 OFFSET ?",
      [.text(match), .integer(limit - 1)]
    ) { $0.integer(0) }
  }

  /// Searches the texts of all notes, newest first, for a query without words.
  fileprivate func scanned(_ query: SearchQuery, _ expression: SearchExpression) throws -> SearchResult {
    var sql = """
      SELECT \(NoteColumns.noteColumns) FROM note WHERE trashed IS \(query.isInTrash ? "NOT NULL" : "NULL")
      """
    var values: [SQLValue] = []
    LiteralCondition(terms: expression.literals).add(to: &sql, values: &values)
    if let mismatch = expression.mismatch {
      sql += " AND note.rowid NOT IN (SELECT rowid FROM note_fts WHERE note_fts MATCH ?)"
      values.append(.text(mismatch))
    }
    sql += " ORDER BY note.rowid DESC LIMIT ?"
    values.append(.integer(query.limit))
    let wanted = expression.literals.filter { !$0.isExcluded }.map(\.text)
    return SearchResult(
      hits: try all(sql, values) { row in
        let note = NoteColumns.note(row)
        return SearchHit(note: NoteColumns.summary(row), snippet: Snippet.pieces(of: note, around: wanted))
      })
  }
}

/// A query as an FTS5 expression, and the terms that the index of words cannot find.
struct SearchExpression {
  /// The FTS5 expression of the required and excluded words; `nil` without a required word.
  let match: String?
  /// The FTS5 expression of the excluded words, when ``match`` is `nil`.
  let mismatch: String?
  /// The terms that are searched for character by character.
  let literals: [SearchQuery.Term]

  /// Translates a query; `nil` for one that only excludes, which would match nearly all notes.
  init?(_ query: SearchQuery) {
    guard query.terms.contains(where: { !$0.isExcluded }) else { return nil }
    literals = query.terms.filter(\.isLiteral)
    let words = query.terms.filter { !$0.isLiteral }
    let wanted = words.filter { !$0.isExcluded }.map(Self.phrase)
    let unwanted = words.filter(\.isExcluded).map(Self.phrase)
    let exclusion = unwanted.isEmpty ? nil : "(" + unwanted.joined(separator: " OR ") + ")"
    if wanted.isEmpty {
      (match, mismatch) = (nil, exclusion)
    } else {
      let all = "(" + wanted.joined(separator: " AND ") + ")"
      (match, mismatch) = (exclusion.map { all + " NOT " + $0 } ?? all, nil)
    }
  }

  /// A term as an FTS5 string, in which no character is syntax (<https://www.sqlite.org/fts5.html#fts5_strings>).
  private static func phrase(_ term: SearchQuery.Term) -> String {
    var text = "\""
    for scalar in term.text.unicodeScalars {
      switch scalar {
      case "\"": text += "\"\""
      // SQLite ignores the expression after its first zero byte.
      case "\0": text += " "
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + (term.isPrefix ? "\"*" : "\"")
  }
}
