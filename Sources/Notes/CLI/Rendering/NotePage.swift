import NotesDomain

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
      text += field(index == 0 ? "attached" : "", "\(attachment.name) (\(ByteText.of(attachment.size)))")
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
