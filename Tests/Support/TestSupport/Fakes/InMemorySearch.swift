import NotesDomain

/// The search of ``InMemoryNoteRepository``: reads every note, and is right rather than fast.
struct InMemorySearch {
  private struct Field {
    let text: String
    let weight: Int
    var isText = false
  }

  private let query: SearchQuery
  private let terms: [SearchTermMatcher]

  init(_ query: SearchQuery) {
    self.query = query
    terms = query.terms.map(SearchTermMatcher.init)
  }

  func run(over notes: some Collection<Note>) -> SearchResult {
    guard terms.contains(where: { !$0.term.isExcluded }) else { return SearchResult(hits: []) }
    let found = notes.compactMap { note in score(note).map { (note: note, score: $0) } }
      .sorted { $0.score != $1.score ? $0.score > $1.score : $0.note.id > $1.note.id }
    let hits = found.prefix(max(0, query.limit)).map { SearchHit(note: $0.note.summary, snippet: snippet($0.note)) }
    return SearchResult(hits: hits)
  }

  /// How well a note matches; `nil` when it does not.
  private func score(_ note: Note) -> Int? {
    guard (note.trashed != nil) == query.isInTrash else { return nil }
    let fields = fields(of: note)
    var score = 0
    for term in terms {
      let found = fields.map { term.ranges(in: $0.text).count }
      if term.term.isExcluded {
        guard found.allSatisfy({ $0 == 0 }) else { return nil }
      } else {
        guard found.contains(where: { $0 > 0 }) else { return nil }
        score += zip(found, fields).reduce(0) { $0 + $1.0 * $1.1.weight }
      }
    }
    return score
  }

  private func snippet(_ note: Note) -> [SearchHit.Piece] {
    let wanted = terms.filter { !$0.term.isExcluded }
    for field in fields(of: note).sorted(by: { $0.isText && !$1.isText }) {
      let ranges = wanted.flatMap { $0.ranges(in: field.text) }.sorted { $0.lowerBound < $1.lowerBound }
      if let first = ranges.first { return pieces(of: field.text, around: first, matches: ranges) }
    }
    return []
  }

  private func pieces(
    of text: String, around first: Range<String.Index>, matches: [Range<String.Index>]
  ) -> [SearchHit.Piece] {
    let start = text.index(first.lowerBound, offsetBy: -40, limitedBy: text.startIndex) ?? text.startIndex
    let end = text.index(first.upperBound, offsetBy: 80, limitedBy: text.endIndex) ?? text.endIndex
    var pieces: [SearchHit.Piece] = start == text.startIndex ? [] : [SearchHit.Piece("…")]
    var position = start
    for match in matches where match.lowerBound >= position && match.upperBound <= end {
      if position < match.lowerBound { pieces.append(SearchHit.Piece(String(text[position..<match.lowerBound]))) }
      pieces.append(SearchHit.Piece(String(text[match]), isMatch: true))
      position = match.upperBound
    }
    if position < end { pieces.append(SearchHit.Piece(String(text[position..<end]))) }
    return end == text.endIndex ? pieces : pieces + [SearchHit.Piece("…")]
  }

  private func fields(of note: Note) -> [Field] {
    [
      Field(text: note.title, weight: 100),
      Field(text: note.tags.map(\.name).joined(separator: " "), weight: 10),
      Field(text: note.body, weight: 1, isText: true),
    ]
  }
}
