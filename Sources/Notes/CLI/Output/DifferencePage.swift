import NotesDomain
import NotesViewModels

/// Two versions of a note, as a page: which they are, and what differs.
struct DiffPage {
  private let times: TimeText

  init(times: TimeText) {
    self.times = times
  }

  func text(_ state: DiffState) -> StyledText {
    guard let difference = state.difference else { return StyledText(trusted: "") }
    var text: StyledText = "\(.title, (difference.new ?? difference.old)?.title ?? "")\n"
    text += "\(.dim, "from  ")\(version(state.from))\n\(.dim, "to    ")\(version(state.to))\n\n"
    if let old = difference.old, let new = difference.new {
      for field in difference.fields {
        let (before, after) = (value(field, of: old), value(field, of: new))
        text += "  \(raw: ChangeText.name(of: field)): \(.failure, before) → \(.good, after)\n"
      }
    }
    return text + UnifiedDiff(from: difference.old?.body ?? "", to: difference.new?.body ?? "").text()
  }

  private func version(_ version: NoteVersion?) -> StyledText {
    guard let version else { return "nothing" }
    let text: StyledText = "\(version.changeSet)  \(.dim, times.short(version.made))"
    return version.note == nil ? text + "  the note was removed" : text
  }

  private func value(_ field: NoteDifference.Field, of note: Note) -> String {
    let text =
      switch field {
      case .title: note.title
      case .tags: note.tags.map { "#" + $0.name }.joined(separator: " ")
      case .notebook: note.notebook.path
      case .pinned: note.isPinned ? "yes" : "no"
      case .archived: note.isArchived ? "yes" : "no"
      case .trashed: note.trashed.map { "since " + times.short($0) } ?? "no"
      case .created: times.short(note.created)
      case .frontMatter: note.foreignFrontMatter
      case .attachments: AttachmentText.list(note.attachments)
      }
    return text.isEmpty ? "none" : text
  }
}

/// What changed between two texts, line by line, with some lines around each change.
struct UnifiedDiff {
  private let old: TextLines
  private let new: TextLines
  private let hunks: [DiffHunk]

  init(from old: String, to new: String) {
    self.old = TextLines(old)
    self.new = TextLines(new)
    hunks = LineDiff.hunks(from: self.old, to: self.new)
  }

  /// Lines that went with `-`, lines that came with `+`, and up to `context` lines around them; where something is left out,
  /// an ellipsis.
  func text(context: Int = 3) -> StyledText {
    var text = StyledText(trusted: "")
    var position = 0
    for (index, hunk) in hunks.enumerated() {
      let start = max(position, hunk.old.lowerBound - context)
      if start > position { text += "  \(.dim, "…")\n" }
      for line in start..<hunk.old.lowerBound { text += Self.text(" ", old[line], .plain) }
      var (gone, come) = (hunk.old, hunk.new)
      // Whoever adds a line below one without an end changes that line's bytes, but nothing that people see.
      if let line = gone.first, let other = come.first, Self.content(old[line]).elementsEqual(Self.content(new[other]))
      {
        text += Self.text(" ", old[line], .plain)
        (gone, come) = (gone.dropFirst(), come.dropFirst())
        if gone.isEmpty, come.isEmpty { text += "  \(.dim, "the last line ends in another way")\n" }
      }
      for line in gone { text += Self.text("-", old[line], .failure) }
      for line in come { text += Self.text("+", new[line], .good) }
      let next = index + 1 < hunks.count ? hunks[index + 1].old.lowerBound : old.count
      position = min(next, hunk.old.upperBound + context)
      for line in hunk.old.upperBound..<position { text += Self.text(" ", old[line], .plain) }
    }
    if position < old.count, !hunks.isEmpty { text += "  \(.dim, "…")\n" }
    return text
  }

  /// A line without its end, behind its mark; an empty one that did not change is just empty.
  private static func text(_ mark: String, _ line: Substring, _ style: TextStyle) -> StyledText {
    let words = String(Substring(content(line)))
    if words.isEmpty { return mark == " " ? "\n" : "  \(style, mark)\n" }
    return "  \(style, mark) \(style, words)\n"
  }

  /// A line without its end.
  private static func content(_ line: Substring) -> Substring.UTF8View {
    line.utf8.last == UInt8(ascii: "\n") ? line.utf8.dropLast() : line.utf8
  }
}
