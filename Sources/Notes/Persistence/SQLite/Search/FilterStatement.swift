import GRDB
import NotesDomain

/// The conditions of a filter in SQL, for a statement that selects from `note`.
struct FilterStatement {
  /// The FTS5 expression of the words by which hits are ranked; `nil` if there are none, or they are not to be ranked.
  let match: String?
  /// The conditions besides ``match``, each behind an `AND`.
  private(set) var sql = ""
  private(set) var values: [SQLValue] = []

  /// Translates a filter.
  ///
  /// - Parameter ranks: Whether the statement joins the index of words, to rank the hits.
  init(_ filter: NoteFilter, ranks: Bool, in database: Database) throws {
    let split = ranks ? WordExpression.split(filter) : (match: nil, rest: filter.clauses)
    match = split.match
    for clause in split.rest {
      let alternatives = try clause.alternatives.map { condition in
        let test = try sql(for: condition.test, database)
        return condition.isExcluded ? "NOT \(test)" : test
      }
      sql += " AND (\(alternatives.joined(separator: " OR ")))"
    }
  }

  /// The plus signs keep SQLite from the indexes of rows: skipping notes in the order of a list is faster than sorting all that
  /// pass.
  private mutating func sql(for test: NoteFilter.Test, _ database: Database) throws -> String {
    switch test {
    case .text(let term) where term.isLiteral:
      return add(LiteralCondition(term, columns: ["note.title", "note.body", "note.tags"]))
    case .title(let term) where term.isLiteral: return add(LiteralCondition(term, columns: ["note.title"]))
    case .text, .title:
      return add(
        "(+note.rowid IN (SELECT rowid FROM note_fts WHERE note_fts MATCH ?))",
        [.text(WordExpression.of(test) ?? "\"\"")])
    case .tag(let tag): return try sql(for: tag, database)
    case .notebook(let notebook): return try sql(for: notebook, database)
    case .topLevel: return "(note.notebook = '')"
    case .created(let range): return add(range, of: "note.created")
    case .modified(let range): return add(range, of: "note.modified")
    case .pinned: return "(note.pinned = 1)"
    case .archived: return "(note.archived = 1)"
    case .trashed: return "(note.trashed IS NOT NULL)"
    // Not by the column, which is behind the text.
    case .hasAttachment: return "(+note.rowid IN (SELECT note FROM note_attachment))"
    case .hasTag: return "(note.tags <> '[]' OR note.inline_tags <> '[]')"
    case .hasLink: return "(+note.rowid IN (SELECT rowid FROM note_link))"
    case .link(let name):
      // Without a plus sign: few notes link to the same one.
      return add(
        "(note.rowid IN (SELECT rowid FROM note_link WHERE note_link MATCH ?))",
        [.text(try database.names(ofNotesNamed: name).linkExpression)])
    }
  }

  private mutating func add(_ sql: String, _ values: [SQLValue]) -> String {
    self.values += values
    return sql
  }

  private mutating func add(_ condition: LiteralCondition) -> String { add(condition.sql, condition.values) }

  private mutating func add(_ range: TimeRange, of column: String) -> String {
    var parts: [String] = []
    if let start = range.start {
      parts.append("\(column) >= ?")
      values.append(.timestamp(start))
    }
    if let end = range.end {
      parts.append("\(column) < ?")
      values.append(.timestamp(end))
    }
    return "(\(parts.isEmpty ? "TRUE" : parts.joined(separator: " AND ")))"
  }

  private mutating func sql(for notebook: Notebook, _ database: Database) throws -> String {
    guard !notebook.path.utf8.allSatisfy({ $0 < 0x80 }) else {
      // 0 is the character after the slash.
      return add(
        """
        (note.notebook = ? COLLATE NOCASE
          OR (note.notebook >= ? COLLATE NOCASE AND note.notebook < ? COLLATE NOCASE))
        """, [notebook.path, notebook.path + "/", notebook.path + "0"].map(SQLValue.text))
    }
    // As of tags, the spellings are compared here. An index has the notebooks of each scope.
    let spellings = try database.all(
      [NoteQuery.Scope.active, .archived, .trash].map { "SELECT notebook FROM note WHERE \($0.sql)" }
        .joined(separator: " UNION ")
    ) { Notebook($0.text(0)) }.compactMap(\.self).filter(notebook.covers)
    return add(
      "(note.notebook IN (SELECT value FROM json_each(?)))", [.text(TagList.encode(texts: spellings.map(\.path)))])
  }

  private mutating func sql(for tag: Tag, _ database: Database) throws -> String {
    guard !tag.name.utf8.allSatisfy({ $0 < 0x80 }) else {
      return add(
        "(+note.rowid IN (SELECT note FROM note_tag WHERE tag = ? OR (tag >= ? AND tag < ?)))",
        [tag.name, tag.name + "/", tag.name + "0"].map(SQLValue.text))
    }
    // SQLite folds the case of ASCII only. There are far fewer tags than notes, so that they are compared here.
    let spellings = try database.all("SELECT DISTINCT tag FROM note_tag") { Tag($0.text(0)) }
      .compactMap(\.self).filter(tag.covers)
    return add(
      "(+note.rowid IN (SELECT note FROM note_tag WHERE tag IN (SELECT value FROM json_each(?))))",
      [.text(TagList.encode(spellings))])
  }
}

/// The words of a filter as an expression of FTS5.
enum WordExpression {
  /// Splits a filter into the words by which hits are ranked, and the other conditions.
  ///
  /// Clauses of words only are ranked, and excluded words go with them; an expression of FTS5 cannot consist of those alone.
  static func split(_ filter: NoteFilter) -> (match: String?, rest: [NoteFilter.Clause]) {
    var (wanted, unwanted, rest): ([String], [String], [NoteFilter.Clause]) = ([], [], [])
    for clause in filter.clauses {
      let words = clause.alternatives.compactMap { of($0.test) }
      let isExclusion = clause.alternatives.count == 1 && clause.alternatives[0].isExcluded
      if words.count < clause.alternatives.count || (!isExclusion && clause.alternatives.contains(where: \.isExcluded))
      {
        rest.append(clause)
      } else if isExclusion {
        unwanted += words
      } else {
        wanted.append("(" + words.joined(separator: " OR ") + ")")
      }
    }
    guard !wanted.isEmpty else { return (nil, filter.clauses) }
    let all = "(" + wanted.joined(separator: " AND ") + ")"
    return (unwanted.isEmpty ? all : all + " NOT (" + unwanted.joined(separator: " OR ") + ")", rest)
  }

  /// Returns the expression of a test; `nil` for one that the index of words cannot answer.
  static func of(_ test: NoteFilter.Test) -> String? {
    switch test {
    case .text(let term) where !term.isLiteral: phrase(term)
    case .title(let term) where !term.isLiteral: "title : " + phrase(term)
    default: nil
    }
  }

  private static func phrase(_ term: SearchTerm) -> String { quoted(term.text) + (term.isPrefix ? "*" : "") }

  /// Returns a text as an FTS5 string, in which no character is syntax (<https://www.sqlite.org/fts5.html#fts5_strings>).
  static func quoted(_ string: String) -> String {
    var text = "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\"\""
      // SQLite ignores the expression after its first zero byte.
      case "\0": text += " "
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }
}
