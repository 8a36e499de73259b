import GRDB
import NotesDomain

extension SQLiteNoteRepository {
  func search(_ query: SearchQuery) async throws(StoreError) -> SearchResult {
    guard query.limit > 0, let expression = SearchExpression(query) else { return SearchResult(hits: []) }
    // Without a transaction: what another process saves between two of these statements is found now or the next time.
    return try database.access { database in
      if let match = expression.match {
        try database.ranked(match, expression.literals, query, atMost: maximumRanked)
      } else {
        try database.scanned(expression, query)
      }
    }
  }
}

extension Database {
  /// The best matches of an index of words.
  ///
  /// FTS5 ranks all matches and hands them over best first; the notes are looked up, and the snippets cut, only until
  /// there are enough.
  fileprivate func ranked(
    _ match: String, _ literals: [SearchQuery.Term], _ query: SearchQuery, atMost limit: Int
  ) throws -> SearchResult {
    let oldest = try oldestToRank(match, query, atMost: limit)

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
    LiteralCondition(literals).add(to: &sql, &values)
    sql += " ORDER BY note_fts.rank LIMIT ?"
    values.append(.integer(Int64(query.limit)))
    let hits = try all(sql, values) { row in SearchHit(note: NoteColumns.summary(row), snippet: Self.snippet(row)) }
    return SearchResult(hits: hits, rankedNewest: oldest == nil ? nil : limit)
  }

  /// The snippet of the text; of the title or the tags when only they have a match.
  private static func snippet(_ row: SQLRow) -> [SearchHit.Piece] {
    let body = Snippet.pieces(of: row.text(NoteColumns.summaryColumnCount))
    guard !body.contains(where: \.isMatch) else { return body }
    let title = Snippet.pieces(of: row.text(NoteColumns.summaryColumnCount + 1))
    guard !title.contains(where: \.isMatch) else { return title }
    let tags = TagList.strings(in: row.text(NoteColumns.summaryColumnCount + 2)).joined(separator: " ")
    let pieces = Snippet.pieces(of: tags)
    return pieces.contains(where: \.isMatch) ? pieces : body
  }

  /// The row from which on to rank, when the matches are too many to rank them all in a time that nobody notices.
  ///
  /// Counting all matches would cost a rare word little and a common phrase as much again as its ranking. So the newest
  /// notes are asked first, as a sample. The beginning of a word is not counted even there, since FTS5 collects all words
  /// that begin so for each question: up to three letters are taken for common, more for rare. The trash is small, and may
  /// be old.
  private func oldestToRank(_ match: String, _ query: SearchQuery, atMost limit: Int) throws -> Int64? {
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
      [.text(match), .integer(Int64(limit - 1))]
    ) { $0.integer(0) }
  }

  /// The newest notes that hold some characters, for searches without a word.
  fileprivate func scanned(_ expression: SearchExpression, _ query: SearchQuery) throws -> SearchResult {
    var sql = """
      SELECT \(NoteColumns.noteColumns) FROM note WHERE trashed IS \(query.isInTrash ? "NOT NULL" : "NULL")
      """
    var values: [SQLValue] = []
    LiteralCondition(expression.literals).add(to: &sql, &values)
    if let mismatch = expression.mismatch {
      sql += " AND note.rowid NOT IN (SELECT rowid FROM note_fts WHERE note_fts MATCH ?)"
      values.append(.text(mismatch))
    }
    sql += " ORDER BY note.rowid DESC LIMIT ?"
    values.append(.integer(Int64(query.limit)))
    let wanted = expression.literals.filter { !$0.isExcluded }.map(\.text)
    return SearchResult(
      hits: try all(sql, values) { row in
        let note = NoteColumns.note(row)
        return SearchHit(note: NoteColumns.summary(row), snippet: Snippet.pieces(of: note, around: wanted))
      })
  }
}

/// A search in the words of SQLite: an FTS5 expression, and the terms that an index of words cannot find.
struct SearchExpression {
  /// The FTS5 expression of the words that a note must have, without those it must not; `nil` when there are none.
  let match: String?
  /// The FTS5 expression of the words that a note must not have, when ``match`` is `nil` and cannot say it.
  let mismatch: String?
  /// The terms that are looked for as they stand.
  let literals: [SearchQuery.Term]

  /// Translates a query. One that only excludes finds nothing: there would be nothing to rank its notes by.
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

  /// One term as an FTS5 string: whatever it holds, within quotes it is words (<https://www.sqlite.org/fts5.html#fts5_strings>).
  private static func phrase(_ term: SearchQuery.Term) -> String {
    var text = "\""
    for scalar in term.text.unicodeScalars {
      switch scalar {
      case "\"": text += "\"\""
      // SQLite reads the expression up to its first zero byte.
      case "\0": text += " "
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + (term.isPrefix ? "\"*" : "\"")
  }
}
