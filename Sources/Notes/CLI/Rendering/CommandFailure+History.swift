import NotesDomain

extension CommandFailure {
  /// Says that nothing happened under a number.
  init(noChangeSet number: Int) {
    self.init(
      "there are no changes with the number \(number)", hints: ["numbers are the first column of: notesctl history"],
      status: .noInput)
  }

  /// Says that a note was not changed under a number.
  init(noVersion number: Int) {
    self.init(
      "the note has no version \(number)", hints: ["numbers are the first column of: notesctl history ID"],
      status: .noInput)
  }

  /// Says that there is nothing to take back.
  init(nothingToUndo hint: StyledText) {
    self.init("there is nothing left to take back", hints: [hint], status: .noInput)
  }

  /// Says that changes were taken back before.
  init(_ number: Int, undoneBy other: Int) {
    self.init(
      "\(number) was taken back before, by \(other)",
      hints: ["do it again after all: notesctl undo \(other)"], status: .data)
  }

  /// Says which notes stand against taking changes back.
  init(_ number: Int, undoRefusedBy notes: [NoteSummary]) {
    var hints: [StyledText] = notes.prefix(5).map { "\(raw: $0.id.description)  \($0.title)" }
    if notes.count > 5 { hints.append("and \(notes.count - 5) more") }
    if let first = notes.first {
      hints.append("see what happened since: notesctl history \(raw: first.id.description)")
    }
    self.init(
      "\(number) cannot be taken back, and nothing was changed: these notes were changed in the same places since",
      hints: hints, status: .data)
  }
}
