import NotesDomain

/// The words around a match.
enum Snippet {
  enum Column: Int {
    case body
    case title
    case tags
  }

  /// The number of bytes up to which SQLite cuts the snippet. It compares each match with all others, and measures the text for
  /// each that it marks: a hundred thousand matches in one text would take a minute.
  private static let maximumLength = 10_000

  /// The noncharacter before a text that SQLite did not cut.
  private static let uncut: UInt32 = 0xFDD2

  /// Returns the SQL expression for the snippet of a column, or for the whole of a long text. Marks each match with
  /// noncharacters, which texts hardly contain.
  static func sql(_ column: Column) -> String {
    let arguments = "note_fts, \(column.rawValue), char(0xFDD0), char(0xFDD1)"
    // In bytes: a length in characters ends at the first zero byte.
    let size = "length(CAST(note_fts.\(column) AS BLOB))"
    // Texts with three bytes for a character hardly have spaces, so that most of their words are characters.
    let words = "iif(\(size) > 2 * length(note_fts.\(column)), 40, 16)"
    return """
      CASE WHEN \(size) <= \(maximumLength)
      THEN snippet(\(arguments), '…', \(words)) ELSE char(\(uncut)) || note_fts.\(column) END
      """
  }

  /// Returns the pieces of a column that SQLite cut, or those around the first match in one that it did not.
  ///
  /// - Parameter transform: Returns the text to show for the text of the column.
  static func pieces(
    of column: String, matching terms: [SearchTerm], _ transform: (String) -> String = { $0 }
  ) -> [SearchHit.Piece] {
    guard column.unicodeScalars.first?.value == uncut else { return pieces(of: transform(column)) }
    let bytes = Array(transform(String(column.unicodeScalars.dropFirst())).utf8)
    var scan = TermScan(terms)
    var tokenizer = WordTokenizer()
    tokenizer.forEachWord(in: bytes.span) { word, range in
      scan.add(word, at: range)
      // A few more matches beside the first one.
      return scan.matches.first.map { range.lowerBound < $0.upperBound + 500 } ?? true
    }
    let whole = String(decoding: bytes, as: UTF8.self)
    let scalars = whole.unicodeScalars
    func index(_ offset: Int) -> String.Index { whole.utf8.index(whole.startIndex, offsetBy: offset) }
    let first = scan.matches.first ?? 0..<0
    let start =
      scalars.index(index(first.lowerBound), offsetBy: -40, limitedBy: scalars.startIndex) ?? scalars.startIndex
    let end = scalars.index(index(first.upperBound), offsetBy: 80, limitedBy: scalars.endIndex) ?? scalars.endIndex
    var pieces: [SearchHit.Piece] = []
    var position = start
    for match in scan.matches.lazy.map({ index($0.lowerBound)..<index($0.upperBound) }) where match.upperBound <= end {
      guard match.lowerBound >= position else { continue }
      append(whole[position..<match.lowerBound], to: &pieces, isMatch: false)
      append(whole[match], to: &pieces, isMatch: true)
      position = match.upperBound
    }
    append(whole[position..<end], to: &pieces, isMatch: false)
    if start > scalars.startIndex { pieces.insert(SearchHit.Piece("…"), at: 0) }
    return end < scalars.endIndex ? pieces + [SearchHit.Piece("…")] : pieces
  }

  /// Splits a snippet at its marks. A mark without its partner is part of the text.
  private static func pieces(of text: String) -> [SearchHit.Piece] {
    var pieces: [SearchHit.Piece] = []
    let bytes = text.utf8
    // The start of the text that is in no piece yet, and the last mark that may open a match.
    var (start, opening) = (bytes.startIndex, String.Index?.none)
    var position = bytes.startIndex
    // U+FDD0 and U+FDD1 are the bytes EF B7 90 and EF B7 91.
    while let mark = bytes[position...].firstIndex(of: 0xEF) {
      position = bytes.index(after: mark)
      guard bytes[position] == 0xB7 else { continue }
      let (last, end) = (bytes.index(position, offsetBy: 1), bytes.index(position, offsetBy: 2))
      switch (bytes[last], opening) {
      case (0x90, _): opening = mark
      case (0x91, let begun?):
        append(text[start..<begun], to: &pieces, isMatch: false)
        append(text[bytes.index(begun, offsetBy: 3)..<mark], to: &pieces, isMatch: true)
        (start, opening) = (end, nil)
      default: break
      }
      position = end
    }
    append(text[start...], to: &pieces, isMatch: false)
    return pieces
  }

  private static func append(_ text: Substring, to pieces: inout [SearchHit.Piece], isMatch: Bool) {
    if !text.isEmpty { pieces.append(SearchHit.Piece(String(text), isMatch: isMatch)) }
  }

  /// Returns the text around the first match of a query without words: in the body, else in the title, else in the tags.
  static func pieces(of note: Note, around needles: [String]) -> [SearchHit.Piece] {
    for text in [note.body, note.title, note.tags.map(\.name).joined(separator: " ")] {
      for needle in needles {
        if let pieces = pieces(of: text, around: needle) { return pieces }
      }
    }
    return []
  }

  private static func pieces(of text: String, around needle: String) -> [SearchHit.Piece]? {
    let (scalars, wanted) = (text.unicodeScalars, Array(needle.unicodeScalars))
    guard let match = scalars.firstRange(ofIgnoringCase: wanted) else { return nil }
    let start = scalars.index(match.lowerBound, offsetBy: -40, limitedBy: scalars.startIndex) ?? scalars.startIndex
    let end = scalars.index(match.upperBound, offsetBy: 80, limitedBy: scalars.endIndex) ?? scalars.endIndex
    let pieces = [
      SearchHit.Piece((start == scalars.startIndex ? "" : "…") + String(scalars[start..<match.lowerBound])),
      SearchHit.Piece(String(scalars[match]), isMatch: true),
      SearchHit.Piece(String(scalars[match.upperBound..<end]) + (end == scalars.endIndex ? "" : "…")),
    ]
    return pieces.filter { !$0.text.isEmpty }
  }
}

/// The search for terms in the words of a text, one after the other.
private struct TermScan {
  private let terms: [(words: [[UInt8]], isPrefix: Bool)]
  private let longest: Int
  /// The last words, as many as the longest term has.
  private var last: [(word: [UInt8], range: Range<Int>)] = []
  /// The ranges of the matches, in the order of their ends.
  private(set) var matches: [Range<Int>] = []

  init(_ terms: [SearchTerm]) {
    var tokenizer = WordTokenizer()
    self.terms = terms.compactMap { term in
      var words: [[UInt8]] = []
      let bytes = Array(term.text.utf8)
      tokenizer.forEachWord(in: bytes.span) { word, _ in
        words.append(word.indices.map { word[$0] })
        return true
      }
      return words.isEmpty ? nil : (words, term.isPrefix)
    }
    longest = self.terms.map(\.words.count).max() ?? 0
  }

  mutating func add(_ word: Span<UInt8>, at range: Range<Int>) {
    last.append((word.indices.map { word[$0] }, range))
    if last.count > longest { last.removeFirst() }
    for term in terms where term.words.count <= last.count {
      let window = last.suffix(term.words.count)
      let isMatch = zip(window, term.words).enumerated().allSatisfy { index, pair in
        let isOpen = term.isPrefix && index == term.words.count - 1
        return isOpen ? pair.0.word.starts(with: pair.1) : pair.0.word == pair.1
      }
      if isMatch, let first = window.first { matches.append(first.range.lowerBound..<range.upperBound) }
    }
  }
}

extension String.UnicodeScalarView {
  /// Returns the first range of certain characters. The letters A to Z match in either case, as in ``LiteralCondition``.
  fileprivate func firstRange(ofIgnoringCase wanted: [Unicode.Scalar]) -> Range<Index>? {
    guard let first = wanted.first else { return nil }
    var position = startIndex
    while position < endIndex {
      if self[position].foldedASCII == first.foldedASCII {
        var (end, matched) = (position, 0)
        while matched < wanted.count, end < endIndex, self[end].foldedASCII == wanted[matched].foldedASCII {
          (end, matched) = (index(after: end), matched + 1)
        }
        if matched == wanted.count { return position..<end }
      }
      position = index(after: position)
    }
    return nil
  }
}

extension Unicode.Scalar {
  fileprivate var foldedASCII: UInt32 { (65...90).contains(value) ? value | 0x20 : value }
}
