import NotesDomain
import NotesFronts
import NotesViewModels

/// A note on a page: its metadata, then its text.
struct NotePage {
  let times: TimeText
  /// The stream that shows the page: on a terminal, Markdown is rendered.
  let traits: StreamTraits
  let lineBreaks: LineBreakStyle

  /// Returns the page of a note.
  ///
  /// - Parameters:
  ///   - backlinks: The notes that link to it.
  ///   - lines: The maximum number of lines of its text; `nil` for all.
  func text(_ note: Note, backlinks: [NoteSummary] = [], lines: Int?) -> StyledText {
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
    for (index, link) in NoteLink.distinctTargets(in: note.body).enumerated() { add(index == 0 ? "links" : "", link) }
    for (index, source) in backlinks.enumerated() { add(index == 0 ? "linked by" : "", source.title) }
    guard !note.body.isEmpty else { return text }
    let body = body(note, lines: lines)
    guard !traits.isTerminal else {
      return text + "\n"
        + MarkdownPage(width: traits.width, hasColor: traits.hasColor, lineBreaks: lineBreaks).text(body)
    }
    return text + "\n" + StyledText(body) + (body.ends(with: "\n") ? "" : "\n")
  }

  /// Returns the first lines of the text, from the first one that is not blank.
  private func body(_ note: Note, lines: Int?) -> String {
    // By bytes: a carriage return and a line feed are one character.
    let body = Substring(note.body.utf8.drop { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") })
    guard let lines, lines > 0 else { return lines == nil ? String(body) : "" }
    let ends = body.utf8.indices.lazy.filter { body.utf8[$0] == UInt8(ascii: "\n") }
    guard let end = ends.dropFirst(lines - 1).first else { return String(body) }
    return String(body[..<end])
  }
}
