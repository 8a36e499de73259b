import NotesDomain
import NotesViewModels

extension CommandFailure {
  init(_ error: ReferenceError) {
    let hint: StyledText = "ids are the first column of: notesctl list"
    func shortened(_ text: String) -> String { text.count <= 60 ? text : text.prefix(60) + "…" }
    switch error {
    case .malformed(let text): self.init("'\(shortened(text))' is not a valid note id", hints: [hint], status: .noInput)
    case .unknown(let text):
      self.init("no note has an id starting with '\(shortened(text))'", hints: [hint], status: .noInput)
    case .ambiguous(let text, let candidates):
      self.init(
        "note id '\(text)' is ambiguous; type more of it",
        hints: candidates.map { "\(raw: $0.id.description)  \($0.title)" }, status: .noInput)
    }
  }

  init(_ failure: NoteFailure) {
    switch failure {
    case .malformedTag(let text):
      self.init(
        "'\(text)' is not a valid tag",
        hints: ["a tag is a word without spaces, commas or '#', such as garden/tomatoes"], status: .usage)
    case .malformedNotebook(let text):
      self.init(
        "'\(text)' is not a valid notebook",
        hints: ["a notebook is a path of names that do not start with a dot, such as Kitchen/Bread"], status: .usage)
    case .emptyTitle:
      self.init(
        "the title is empty", hints: ["omit --title to use the first heading or line of the text"], status: .usage)
    case .tooLarge(let bytes, let limit, let draft):
      self.init(
        "the text has \(bytes) bytes; the limit is \(limit)",
        hints: draft.map { [Self.draftHint($0)] } ?? ["split it into several notes"], status: .data)
    case .notInTrash(let note):
      self.init(
        "“\(note.title)” is not in the trash",
        hints: ["move it there first: notesctl delete \(raw: note.id.description)"], status: .usage)
    }
  }

  init(_ failure: EditingFailure) {
    switch failure {
    case .draft(let error): self.init(error)
    case .editor(let error, let draft): self.init(error, draft)
    case .unsaved(let error, let draft):
      let cause = CommandFailure(error)
      self.init(cause.message, hints: [Self.draftHint(draft)] + cause.hints, status: cause.status)
    }
  }

  private init(_ error: DraftError) {
    switch error {
    case .unwritable(let path, let reason):
      self.init("cannot save a draft at \(path): \(reason)", status: .cannotCreate)
    case .unreadable(let path, let reason): self.init("cannot read the draft \(path): \(reason)", status: .inputOutput)
    case .notUTF8(let path, let offset):
      self.init(
        "the draft is not UTF-8 text: invalid byte at offset \(offset)", hints: [Self.draftHint(Draft(path: path))],
        status: .data)
    }
  }

  private init(_ error: EditorError, _ draft: Draft?) {
    let kept = draft.map { [Self.draftHint($0)] } ?? []
    switch error {
    case .notFound(let command):
      self.init(
        "cannot run the editor '\(command)'", hints: ["choose another: export EDITOR=nano"] + kept,
        status: .unavailable)
    case .failed(let command, let status):
      self.init(
        "the editor '\(command)' exited with status \(Int(status)); the note was not changed", hints: kept,
        status: .unavailable)
    case .noTerminal(let command):
      self.init(
        "the editor '\(command)' needs a terminal",
        hints: ["pass the text as arguments, or with - on standard input"] + kept, status: .usage)
    }
  }

  private static func draftHint(_ draft: Draft) -> StyledText {
    "the text is kept in \(draft.path)"
  }

  init(_ failure: HistoryFailure) {
    switch failure {
    case .noChangeSet(let number):
      self.init(
        "no change set \(number)", hints: ["numbers are the first column of: notesctl history"], status: .noInput)
    case .noVersion(let number):
      self.init(
        "the note has no version \(number)", hints: ["numbers are the first column of: notesctl history ID"],
        status: .noInput)
    case .nothingToUndo:
      self.init("nothing to undo", hints: ["synced changes are undone by number: notesctl history"], status: .noInput)
    case .undoneBefore(let number, let other):
      self.init("\(number) was already undone by \(other)", hints: ["redo it: notesctl undo \(other)"], status: .data)
    case .undoRefused(let number, let notes):
      var hints: [StyledText] = notes.prefix(5).map { "\(raw: $0.id.description)  \($0.title)" }
      if notes.count > 5 { hints.append("and \(notes.count - 5) more") }
      if let first = notes.first {
        hints.append("see the later changes: notesctl history \(raw: first.id.description)")
      }
      self.init(
        "cannot undo \(number): these notes have changed in the same places since; nothing was changed",
        hints: hints, status: .data)
    }
  }
}
