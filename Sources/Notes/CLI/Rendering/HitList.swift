import NotesDomain
import NotesViewModels

/// Hits of a search: for each the note's line, then the place in its text.
struct HitList {
  private let times: TimeText
  private let width: Int?

  init(times: TimeText, width: Int?) {
    self.times = times
    self.width = width
  }

  func text(_ rows: [SearchState.Row]) -> StyledText {
    var text = StyledText(trusted: "")
    let idWidth = rows.map(\.shortID.count).max() ?? 0
    for row in rows {
      text += NoteTable(times: times, width: width).text([
        NoteRow(note: row.hit.note, shortID: row.shortID.padding(to: idWidth))
      ])
      let snippet = pieces(row.hit.snippet)
      if !snippet.pieces.isEmpty { text += "    " + snippet + "\n" }
    }
    return text
  }

  private func pieces(_ pieces: [SearchHit.Piece]) -> StyledText {
    var text = StyledText(trusted: "")
    for (index, piece) in pieces.enumerated() {
      // Line breaks become spaces when the piece is printed; a snippet does not begin with one.
      let words = index == 0 ? String(piece.text.drop { $0.isWhitespace }) : piece.text
      text += "\(piece.isMatch ? .match : .plain, words)"
    }
    return text
  }
}

extension String {
  fileprivate func padding(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
