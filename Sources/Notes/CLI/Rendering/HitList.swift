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
    pieces.reduce(StyledText(trusted: "")) { text, piece in
      let oneLine = piece.text.replacing("\n", with: " ")
      return text + "\(piece.isMatch ? .match : .plain, oneLine)"
    }
  }
}

extension String {
  fileprivate func padding(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
