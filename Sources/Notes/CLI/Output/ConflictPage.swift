import NotesDomain
import NotesViewModels

/// A conflict on a page: its notes, the changes of each side, and the command that resolves it.
struct ConflictPage {
  let times: TimeText

  /// Returns the page; a brief one has only the changes, for a conflict that is being resolved.
  func text(_ open: OpenConflict, isBrief: Bool = false) -> StyledText {
    let conflict = open.conflict
    var text: StyledText = "\(.title, conflict.theirs.title)\n"
    if !isBrief {
      let note = noteState(open.note, id: open.noteShortID, side: "theirs", original: conflict.theirs)
      let copy = noteState(open.copy, id: open.copyShortID, side: "ours", original: conflict.ours)
      text += .row("detected", "\(raw: times.short(conflict.detected))", width: 10)
      text += .row("note", note, width: 10) + .row("copy", copy, width: 10)
    }
    var ours = open.ours
    ours.title = conflict.titleWithoutCopySuffix(of: ours)
    if let base = conflict.base {
      text += section("theirs, compared with the common ancestor", from: base, to: open.theirs)
      text += section("ours, compared with the common ancestor", from: base, to: ours)
    } else {
      text += section("ours, compared with theirs (common ancestor unknown)", from: open.theirs, to: ours)
    }
    guard !isBrief else { return text + "\n" }
    let command = "notesctl conflicts resolve \(open.copyShortID)"
    return text + "\n\(.dim, "Resolve it: \(command) --keep theirs|ours|both, or --edit")\n"
  }

  private func noteState(_ note: Note?, id: String, side: String, original: Note) -> StyledText {
    guard let note else { return "\(raw: id)  was deleted; it had \(raw: side)" }
    let text: StyledText = "\(raw: id)  has \(raw: side)"
    if note.trashed != nil { return text + ", in the trash" }
    return note.body.hasSameBytes(as: original.body) ? text : text + ", edited since"
  }

  private func section(_ heading: String, from old: Note, to new: Note) -> StyledText {
    var text = change("title", from: old.title, to: new.title)
    text += change("notebook", from: old.notebook.path, to: new.notebook.path)
    text += change("tags", from: old.tags.hashtags, to: new.tags.hashtags)
    text += change("attachments", from: ChangeText.list(old.attachments), to: ChangeText.list(new.attachments))
    text += UnifiedDiff(from: old.body, to: new.body).text
    return "\n\(.bold, heading)\n" + (text.isEmpty ? "  \(.dim, "no change")\n" : text)
  }

  private func change(_ name: String, from old: String, to new: String) -> StyledText {
    guard !old.hasSameBytes(as: new) else { return "" }
    return "  \(raw: name): \(.failure, old.isEmpty ? "none" : old) → \(.good, new.isEmpty ? "none" : new)\n"
  }
}
