import NotesDomain
import NotesViewModels

/// Two versions of a note, as a page: which they are, and what differs.
struct DifferencePage {
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
        text += "  \(raw: ChangeWords.name(of: field)): \(.failure, before) → \(.good, after)\n"
      }
    }
    return text + LineChanges(from: difference.old?.body ?? "", to: difference.new?.body ?? "").text()
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
      case .attachments: AttachmentWords.list(note.attachments)
      }
    return text.isEmpty ? "none" : text
  }
}
