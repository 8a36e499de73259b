import NotesDomain
import NotesViewModels

/// Notes in aligned columns, one line each: id, time of change, title, notebook, tags.
struct NoteTable {
  let times: TimeText
  /// The columns of the terminal; `nil` for no limit.
  let width: Int?

  func text(_ rows: [Row<NoteSummary>]) -> StyledText {
    let idWidth = rows.map(\.shortID.count).max() ?? 0
    return rows.reduce(into: "") { $0 += line($1, idWidth: idWidth) }
  }

  func line(_ row: Row<NoteSummary>, idWidth: Int) -> StyledText {
    let marks = (row.value.isPinned ? "* " : "") + (row.value.isArchived ? "[archived] " : "")
    let notebook = row.value.notebook.path
    let tags = row.value.tags.hashtags
    // On a terminal the title gets the remaining columns, at least a third; otherwise nothing is truncated.
    let used = idWidth + 2 + 16 + 2 + marks.count
    let rest = width.map { max(20, $0 - used) }
    let details = DisplayWidth.of(notebook) + DisplayWidth.of(tags) + 4
    let title = rest.map { DisplayWidth.fitted(row.value.title, to: max($0 / 3, $0 - details)) } ?? row.value.title
    let left = rest.map { max(0, $0 - DisplayWidth.of(title) - 2) }
    var text: StyledText = "\(.dim, row.shortID.padded(to: idWidth))  \(.dim, times.short(row.value.modified))  "
    text += "\(.good, marks)\(.title, title)"
    if !notebook.isEmpty { text += "  \(.dim, left.map { DisplayWidth.fitted(notebook, to: $0) } ?? notebook)" }
    let forTags = left.map { max(0, $0 - DisplayWidth.of(notebook) - (notebook.isEmpty ? 0 : 2)) }
    if !tags.isEmpty, (forTags ?? 1) > 0 {
      text += "  \(.tag, forTags.map { DisplayWidth.fitted(tags, to: $0) } ?? tags)"
    }
    return text + "\n"
  }
}

extension [Tag] {
  /// The tags on one line, as in `#garden #kitchen`.
  var hashtags: String { map { "#" + $0.name }.joined(separator: " ") }
}

/// Search results: the line of each note, then the matching excerpt of its text.
struct SearchResultList {
  let times: TimeText
  /// The columns of the terminal; `nil` for no limit.
  let width: Int?

  func text(_ rows: [Row<SearchHit>]) -> StyledText {
    let table = NoteTable(times: times, width: width)
    let idWidth = rows.map(\.shortID.count).max() ?? 0
    var text: StyledText = ""
    for row in rows {
      text += table.line(Row(row.value.note, shortID: row.shortID), idWidth: idWidth)
      text += "    \(snippet(row.value.snippet))\n"
    }
    return text
  }

  private func snippet(_ pieces: [SearchHit.Piece]) -> StyledText {
    var text: StyledText = ""
    for (index, piece) in pieces.enumerated() {
      // Line breaks are printed as spaces; a snippet does not begin with one.
      let content = index == 0 ? String(piece.text.drop { $0.isWhitespace }) : piece.text
      text += "\(piece.isMatch ? .match : .plain, content)"
    }
    return text
  }
}

/// A note on a page: its metadata, then its text.
struct NotePage {
  let times: TimeText

  /// Returns the page with at most `lines` lines of the note's text; `nil` for all.
  func text(_ note: Note, lines: Int?) -> StyledText {
    var text: StyledText = "\(.title, note.title)\n"
    func add(_ label: String, _ value: String) { text += .row(label, "\(value)", width: 10) }
    add("id", note.id.description)
    if note.notebook != .root { add("notebook", note.notebook.path) }
    let tags = note.tags + note.inlineTags
    if !tags.isEmpty { add("tags", tags.hashtags) }
    add("created", times.short(note.created))
    if note.modified != note.created { add("modified", times.short(note.modified)) }
    if note.isPinned { add("pinned", "yes") }
    if note.isArchived { add("archived", "yes") }
    if let trashed = note.trashed { add("in trash", "since \(times.short(trashed))") }
    for (index, attachment) in note.attachments.enumerated() {
      add(index == 0 ? "attached" : "", "\(attachment.name) (\(ByteCountText.of(attachment.size)))")
    }
    let links = WikiLink.find(in: note.body).map(\.target).filter { !$0.isEmpty }
    if !links.isEmpty { add("links", links.joined(separator: ", ")) }
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
}
