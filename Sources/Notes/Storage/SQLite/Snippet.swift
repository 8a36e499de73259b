import NotesDomain

/// The few words around a match.
enum Snippet {
  /// Noncharacters, which no text has a use for, stand around each match.
  private static let (opening, closing): (UInt32, UInt32) = (0xFDD0, 0xFDD1)

  /// The columns for ``pieces(_:from:)``: snippets of the text, the title and the tags.
  static let columns = [0, 1, 2].map { "snippet(note_fts, \($0), char(\(opening)), char(\(closing)), '…', 16)" }
    .joined(separator: ", ")

  /// The pieces of the first snippet with a match: of the text, else of the title, else of the tags.
  static func pieces(_ row: SQLRow, from column: Int32) -> [SearchHit.Piece] {
    let body = pieces(of: row.text(column))
    if body.contains(where: \.isMatch) { return body }
    let title = pieces(of: row.text(column + 1))
    if title.contains(where: \.isMatch) { return title }
    let tags = pieces(of: TagList.strings(in: row.text(column + 2)).joined(separator: " "))
    return tags.contains(where: \.isMatch) ? tags : body
  }

  /// Cuts a snippet at its marks. A text may hold the same characters: one without its partner is a character like others.
  static func pieces(of text: String) -> [SearchHit.Piece] {
    var pieces: [SearchHit.Piece] = []
    var plain = String.UnicodeScalarView()
    var match: String.UnicodeScalarView?
    for scalar in text.unicodeScalars {
      switch (scalar.value, match) {
      case (opening, let unfinished):
        plain += unfinished ?? String.UnicodeScalarView()
        match = String.UnicodeScalarView([scalar])
      case (closing, let finished?):
        append(plain, to: &pieces, isMatch: false)
        append(finished.dropFirst(), to: &pieces, isMatch: true)
        (plain, match) = (String.UnicodeScalarView(), nil)
      case (_, .some): match?.append(scalar)
      case (_, nil): plain.append(scalar)
      }
    }
    append(plain + (match ?? String.UnicodeScalarView()), to: &pieces, isMatch: false)
    return pieces
  }

  private static func append(
    _ scalars: some Sequence<Unicode.Scalar>, to pieces: inout [SearchHit.Piece], isMatch: Bool
  ) {
    let text = String(String.UnicodeScalarView(scalars))
    if !text.isEmpty { pieces.append(SearchHit.Piece(text, isMatch: isMatch)) }
  }

  /// The words around the first of some characters, in the text or else in the title, for searches without a word.
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
  /// The first place of some characters; the letters A to Z match in either case, as in ``LiteralCondition``.
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
  fileprivate var foldedASCII: UInt32 {
    (65...90).contains(value) ? value | 0x20 : value
  }
}
