import NotesDomain
import NotesViewModels

/// Two versions of a note and their differences, on a page.
struct DiffPage {
  let times: TimeText

  func text(_ state: DiffState) -> StyledText {
    guard let difference = state.difference else { return "" }
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
    guard let version else { return "(does not exist)" }
    let text: StyledText = "\(version.changeSet)  \(.dim, times.short(version.created))"
    return version.note == nil ? text + "  the note was deleted" : text
  }

  private func value(_ field: NoteDifference.Field, of note: Note) -> String {
    let text =
      switch field {
      case .title: note.title
      case .tags: note.tags.hashtags
      case .notebook: note.notebook.path
      case .file: note.fileStem + ".md"
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

/// The changed lines between two texts, with lines of context around each change.
struct UnifiedDiff {
  private let old: TextLines
  private let new: TextLines
  private let hunks: [DiffHunk]

  init(from old: String, to new: String) {
    self.old = TextLines(old)
    self.new = TextLines(new)
    hunks = LineDiff.hunks(from: self.old, to: self.new)
  }

  /// Returns removed lines with `-`, added lines with `+`, up to `context` lines around them, and an ellipsis for the
  /// lines in between.
  func text(context: Int = 3) -> StyledText {
    var text: StyledText = ""
    var position = 0
    for (index, hunk) in hunks.enumerated() {
      let start = max(position, hunk.old.lowerBound - context)
      if start > position { text += "  \(.dim, "…")\n" }
      for line in start..<hunk.old.lowerBound { text += Self.line(old[line], mark: " ", style: .plain) }
      var (removed, added) = (hunk.old, hunk.new)
      // Adding a line below one without a line ending changes the bytes of that line, but nothing that is visible.
      if let first = removed.first, let other = added.first,
        Self.content(old[first]).elementsEqual(Self.content(new[other]))
      {
        text += Self.line(old[first], mark: " ", style: .plain)
        (removed, added) = (removed.dropFirst(), added.dropFirst())
        if removed.isEmpty, added.isEmpty { text += "  \(.dim, "only the line ending of the last line differs")\n" }
      }
      for line in removed { text += Self.line(old[line], mark: "-", style: .failure) }
      for line in added { text += Self.line(new[line], mark: "+", style: .good) }
      let next = index + 1 < hunks.count ? hunks[index + 1].old.lowerBound : old.count
      position = min(next, hunk.old.upperBound + context)
      for line in hunk.old.upperBound..<position { text += Self.line(old[line], mark: " ", style: .plain) }
    }
    if position < old.count, !hunks.isEmpty { text += "  \(.dim, "…")\n" }
    return text
  }

  /// Returns a line without its ending, after its mark; an empty unchanged line has no mark and no trailing space.
  private static func line(_ line: Substring, mark: String, style: TextStyle) -> StyledText {
    let content = String(Substring(content(line)))
    if content.isEmpty { return mark == " " ? "\n" : "  \(style, mark)\n" }
    return "  \(style, mark) \(style, content)\n"
  }

  /// Returns a line without its ending.
  private static func content(_ line: Substring) -> Substring.UTF8View {
    line.utf8.last == UInt8(ascii: "\n") ? line.utf8.dropLast() : line.utf8
  }
}
