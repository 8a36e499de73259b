import NotesDomain

/// The words around a match.
enum Snippet {
  enum Column: Int {
    case body
    case title
    case tags
  }

  /// The number of characters up to which SQLite cuts the snippet. It compares each match with all others: a hundred thousand
  /// matches in one text would take a minute.
  private static let maximumLength = 10_000

  /// Returns the SQL expression for the snippet of a column, or for the whole of a long text. Marks each match with
  /// noncharacters, which texts hardly contain.
  static func sql(_ column: Column) -> String {
    let arguments = "note_fts, \(column.rawValue), char(0xFDD0), char(0xFDD1)"
    let length = "length(note_fts.\(column))"
    // Texts with three bytes for a character hardly have spaces, so that most of their words are characters.
    let words = "iif(length(CAST(note_fts.\(column) AS BLOB)) > 2 * \(length), 40, 16)"
    return """
      CASE WHEN \(length) <= \(maximumLength)
      THEN snippet(\(arguments), '…', \(words)) ELSE highlight(\(arguments)) END
      """
  }

  /// Splits a snippet at its marks, and cuts a long text around its first match. A mark without its partner is part of the
  /// text.
  static func pieces(of text: String) -> [SearchHit.Piece] {
    let text = text.utf8.count > maximumLength ? excerpt(of: text) : text
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

  /// Returns the text around its first mark.
  private static func excerpt(of text: String) -> String {
    let scalars = text.unicodeScalars
    let match = scalars.firstIndex { $0.value == 0xFDD0 } ?? scalars.startIndex
    let start = scalars.index(match, offsetBy: -40, limitedBy: scalars.startIndex) ?? scalars.startIndex
    let end = scalars.index(match, offsetBy: 120, limitedBy: scalars.endIndex) ?? scalars.endIndex
    return (start == scalars.startIndex ? "" : "…") + text[start..<end] + (end == scalars.endIndex ? "" : "…")
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
