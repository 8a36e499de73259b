import NotesDomain

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
