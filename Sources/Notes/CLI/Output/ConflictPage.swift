import NotesDomain
import NotesViewModels

/// A conflict on a page: which notes there are, what each side changed, and how to settle it.
struct ConflictPage {
  private let times: TimeText

  init(times: TimeText) {
    self.times = times
  }

  /// - Parameters:
  ///   - open: The conflict.
  ///   - isBrief: Whether only the changes are shown, for somebody who settles it already.
  func text(_ open: OpenConflict, isBrief: Bool = false) -> StyledText {
    let conflict = open.conflict
    var text: StyledText = "\(.title, conflict.theirs.title)\n"
    if !isBrief {
      text += field("met", "\(raw: times.short(conflict.met))")
      text += field("note", noteState(open.note, open.noteShortID, "theirs", was: conflict.theirs))
      text += field("copy", noteState(open.copy, open.copyShortID, "ours", was: conflict.ours))
    }
    var ours = open.ours
    ours.title = conflict.unmarkedTitle(of: ours)
    if let base = conflict.base {
      text += section("theirs, against what both go back to", from: base, to: open.theirs)
      text += section("ours, against what both go back to", from: base, to: ours)
    } else {
      text += section("ours, against theirs; what both go back to is not known", from: open.theirs, to: ours)
    }
    guard !isBrief else { return text + "\n" }
    let command = "notesctl conflicts resolve \(open.copyShortID)"
    return text + "\n\(.dim, "Settle it: \(command) --keep theirs|ours|both, or --edit")\n"
  }

  private func field(_ name: String, _ value: StyledText) -> StyledText {
    let label = name + String(repeating: " ", count: max(0, 10 - name.count))
    return "\(.dim, label)\(value)\n"
  }

  private func noteState(_ note: Note?, _ id: String, _ side: String, was: Note) -> StyledText {
    let text: StyledText = "\(raw: id)  has \(raw: side)"
    guard let note else { return "\(raw: id)  is gone; it had \(raw: side)" }
    if note.trashed != nil { return text + ", lies in the trash" }
    return note.body == was.body ? text : text + ", edited since"
  }

  private func section(_ heading: String, from old: Note, to new: Note) -> StyledText {
    var text = change("title", old.title, new.title)
    text += change("notebook", old.notebook.path, new.notebook.path)
    text += change("tags", Self.list(old.tags), Self.list(new.tags))
    text += change(
      "attachments", AttachmentText.list(old.attachments), AttachmentText.list(new.attachments))
    text += UnifiedDiff(from: old.body, to: new.body).text()
    let isEmpty = text.pieces.allSatisfy(\.text.isEmpty)
    return "\n\(.bold, heading)\n" + (isEmpty ? "  \(.dim, "no change")\n" : text)
  }

  private func change(_ name: String, _ old: String, _ new: String) -> StyledText {
    guard old != new else { return StyledText(trusted: "") }
    return "  \(raw: name): \(.failure, old.isEmpty ? "none" : old) → \(.good, new.isEmpty ? "none" : new)\n"
  }

  private static func list(_ tags: [Tag]) -> String {
    tags.map { "#" + $0.name }.joined(separator: " ")
  }
}
