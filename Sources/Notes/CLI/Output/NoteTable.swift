import NotesDomain
import NotesViewModels

/// Lines of notes, in columns that are as wide as they must be.
struct NoteTable {
  private let times: TimeText
  private let width: Int?

  /// - Parameters:
  ///   - times: How moments are written.
  ///   - width: The columns of the screen; `nil` to leave nothing out.
  init(times: TimeText, width: Int?) {
    self.times = times
    self.width = width
  }

  /// One line for each note: id, time of change, title, notebook, tags.
  func text(_ rows: [NoteRow]) -> StyledText {
    let idWidth = rows.map(\.shortID.count).max() ?? 0
    var text = StyledText(trusted: "")
    for row in rows { text += line(row, idWidth: idWidth) }
    return text
  }

  private func line(_ row: NoteRow, idWidth: Int) -> StyledText {
    let id = row.shortID + String(repeating: " ", count: idWidth - row.shortID.count)
    let marks = (row.note.isPinned ? "* " : "") + (row.note.isArchived ? "[archived] " : "")
    let place = row.note.notebook.path
    let tags = row.note.tags.map { "#" + $0.name }.joined(separator: " ")
    // On a screen the title gets what is left, at least a third; on anything else nothing is cut.
    let used = idWidth + 2 + 16 + 2 + marks.count
    let rest = width.map { max(20, $0 - used) }
    let details = DisplayWidth.of(place) + DisplayWidth.of(tags) + 4
    let title = rest.map { DisplayWidth.fitted(row.note.title, to: max($0 / 3, $0 - details)) } ?? row.note.title
    let left = rest.map { max(0, $0 - DisplayWidth.of(title) - 2) }
    var text: StyledText = "\(.dim, id)  \(.dim, times.short(row.note.modified))  \(.good, marks)\(.title, title)"
    if !place.isEmpty { text += "  \(.dim, left.map { DisplayWidth.fitted(place, to: $0) } ?? place)" }
    let forTags = left.map { max(0, $0 - DisplayWidth.of(place) - (place.isEmpty ? 0 : 2)) }
    if !tags.isEmpty, (forTags ?? 1) > 0 {
      text += "  \(.tag, forTags.map { DisplayWidth.fitted(tags, to: $0) } ?? tags)"
    }
    return text + "\n"
  }
}

/// Hits of a search: for each the note's line, then the place in its text.
struct SearchResultList {
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

/// A note on a page: a head with what is known about it, then its text.
struct NotePage {
  private let times: TimeText

  init(times: TimeText) {
    self.times = times
  }

  /// - Parameters:
  ///   - note: The note.
  ///   - lines: The most lines of its text to show; `nil` for all.
  func text(_ note: Note, lines: Int?) -> StyledText {
    var text: StyledText = "\(.title, note.title)\n"
    text += field("id", note.id.description)
    if note.notebook != .root { text += field("notebook", note.notebook.path) }
    let tags = note.tags + note.inlineTags
    if !tags.isEmpty { text += field("tags", tags.map { "#" + $0.name }.joined(separator: " ")) }
    text += field("created", times.short(note.created))
    if note.modified != note.created { text += field("modified", times.short(note.modified)) }
    if note.isPinned { text += field("pinned", "yes") }
    if note.isArchived { text += field("archived", "yes") }
    if let trashed = note.trashed { text += field("in trash", "since \(times.short(trashed))") }
    for (index, attachment) in note.attachments.enumerated() {
      text += field(index == 0 ? "attached" : "", "\(attachment.name) (\(ByteCountText.of(attachment.size)))")
    }
    let links = WikiLink.find(in: note.body).map(\.target).filter { !$0.isEmpty }
    if !links.isEmpty { text += field("links", links.joined(separator: ", ")) }
    guard !note.body.isEmpty else { return text }
    let body = body(note, lines: lines)
    return text + "\n" + StyledText(body) + (body.hasSuffix("\n") ? "" : "\n")
  }

  private func body(_ note: Note, lines: Int?) -> String {
    let body = note.body.drop { $0.isNewline }
    guard let lines else { return String(body) }
    return body.split(separator: "\n", maxSplits: max(0, lines), omittingEmptySubsequences: false).prefix(lines)
      .joined(separator: "\n")
  }

  private func field(_ name: String, _ value: String) -> StyledText {
    let label = name + String(repeating: " ", count: max(0, 10 - name.count))
    return "\(.dim, label)\(value)\n"
  }
}
