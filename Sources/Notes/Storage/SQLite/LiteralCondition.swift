import NotesDomain

/// The condition that a note holds, or does not hold, some characters as they stand.
///
/// Not by `LIKE`, which has a limit on length and stops at a zero byte.
struct LiteralCondition {
  private let terms: [SearchQuery.Term]

  init(_ terms: [SearchQuery.Term]) {
    self.terms = terms
  }

  /// Appends the condition to a statement whose `WHERE` has begun.
  func add(to sql: inout String, _ values: inout [SQLValue]) {
    for term in terms {
      // Lowering every text costs as much as searching it; few of these terms have a letter with a case.
      let hasCase = term.text.utf8.contains { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20 }
      let columns = ["note.title", "note.body"] + (Self.isJSONSyntax(term.text) ? [] : ["note.tags"])
      let found = columns.map { hasCase ? "holds(lower(\($0)), lower(?))" : "holds(\($0), ?)" }
      sql += " AND \(term.isExcluded ? "NOT " : "")(\(found.joined(separator: " OR ")))"
      values += columns.map { _ in .text(term.text) }
    }
  }

  /// Whether a term could be found in the brackets and quotes that hold the tags.
  private static func isJSONSyntax(_ text: String) -> Bool {
    text.utf8.contains { "[]\",\\".utf8.contains($0) }
  }
}
