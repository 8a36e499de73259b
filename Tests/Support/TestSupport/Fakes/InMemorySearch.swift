import Foundation
import NotesDomain

/// The search of ``InMemoryNoteRepository``, a linear scan.
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
    terms = query.filter.wantedTerms.map(SearchTermMatcher.init)
  }

  func run(over notes: some Collection<Note>) -> SearchResult {
    let selection = NoteQuery(query.filter.resolvingLinks(among: notes), scope: query.scope)
    let found = notes.filter(selection.selects).map { (note: $0, score: score($0)) }
      .sorted { left, right in
        if let order = query.order { return order.precedesUnpinned(left.note.summary, right.note.summary) }
        return left.score != right.score ? left.score > right.score : left.note.id > right.note.id
      }
    let hits = found.prefix(max(0, query.limit)).map { SearchHit(note: $0.note.summary, snippet: snippet($0.note)) }
    return SearchResult(hits: hits)
  }

  private func score(_ note: Note) -> Int {
    fields(of: note).reduce(0) { sum, field in
      sum + field.weight * terms.reduce(0) { $0 + $1.ranges(in: field.text).count }
    }
  }

  private func snippet(_ note: Note) -> [SearchHit.Piece] {
    for field in fields(of: note).sorted(by: { $0.isText && !$1.isText }) {
      let ranges = terms.flatMap { $0.ranges(in: field.text) }.sorted { $0.lowerBound < $1.lowerBound }
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
      Field(text: note.tags.searchText, weight: 10),
      Field(text: note.body, weight: 1, isText: true),
    ]
  }
}

/// The search for one term in a text.
struct SearchTermMatcher {
  let term: SearchTerm
  private let words: [[UInt8]]

  init(_ term: SearchTerm) {
    self.term = term
    words = SearchWord.find(in: term.text).map(\.folded)
  }

  func isFound(in texts: [String]) -> Bool { texts.contains { !ranges(in: $0).isEmpty } }

  func ranges(in text: String) -> [Range<String.Index>] {
    term.isLiteral ? literalRanges(in: text) : wordRanges(in: text)
  }

  private func literalRanges(in text: String) -> [Range<String.Index>] {
    let (haystack, needle) = (text.foldedASCII.unicodeScalars, Array(term.text.foldedASCII.unicodeScalars))
    var ranges: [Range<String.Index>] = []
    var position = haystack.startIndex
    while position < haystack.endIndex {
      let rest = haystack[position...]
      if rest.starts(with: needle) {
        let end = haystack.index(position, offsetBy: needle.count)
        // Folding ASCII letters does not move bytes, so both texts have the same offsets.
        ranges.append(position.moved(from: haystack, to: text)..<end.moved(from: haystack, to: text))
        position = end
      } else {
        position = haystack.index(after: position)
      }
    }
    return ranges
  }

  private func wordRanges(in text: String) -> [Range<String.Index>] {
    let found = SearchWord.find(in: text)
    guard !words.isEmpty, found.count >= words.count else { return [] }
    return (0...found.count - words.count).compactMap { start in
      let window = found[start..<start + words.count]
      let isMatch = zip(window, words).enumerated().allSatisfy { index, pair in
        let isOpen = term.isPrefix && index == words.count - 1
        return isOpen ? pair.0.folded.starts(with: pair.1) : pair.0.folded == pair.1
      }
      return isMatch ? found[start].range.lowerBound..<found[start + words.count - 1].range.upperBound : nil
    }
  }
}

extension String.Index {
  fileprivate func moved(from source: String.UnicodeScalarView, to target: String) -> String.Index {
    let offset = String(source).utf8.distance(from: source.startIndex, to: self)
    return target.utf8.index(target.startIndex, offsetBy: offset)
  }
}

/// A word of a text in the form to compare, as in the store's index.
struct SearchWord {
  let range: Range<String.Index>
  let folded: [UInt8]

  /// Splits a text into words.
  static func find(in text: String) -> [SearchWord] {
    let bytes = Array(text.utf8)
    var (tokenizer, words) = (WordTokenizer(), [SearchWord]())
    tokenizer.forEachWord(in: bytes.span) { word, range in
      let start = text.utf8.index(text.startIndex, offsetBy: range.lowerBound)
      let end = text.utf8.index(start, offsetBy: range.count)
      words.append(SearchWord(range: start..<end, folded: word.indices.map { word[$0] }))
      return true
    }
    return words
  }
}
