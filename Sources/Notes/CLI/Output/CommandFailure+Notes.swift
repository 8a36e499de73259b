import NotesDomain
import NotesViewModels
import Wiring

extension CommandFailure {
  init(_ error: ReferenceError) {
    func shortened(_ text: String) -> String { text.count <= 60 ? text : text.prefix(60) + "…" }
    switch error {
    case .unknown(let text):
      self.init(
        "no note is named '\(shortened(text))'",
        hints: ["use a number of the last 'notesctl list', an id, a title or a path"], status: .noInput,
        id: "note-not-found")
    case .ambiguous(let text, let candidates):
      self.init(
        "several notes are named '\(shortened(text))'; use a path or an id",
        hints: candidates.map { "\(raw: $0.id.description)  \($0.path)" }, status: .noInput, id: "note-ambiguous")
    }
  }

  init(_ error: NoteFilterError) {
    let quoting: StyledText = "to search for the text itself, quote it, as in '\"before:noon\"'"
    switch error {
    case .invalidDate(let text, let key):
      self.init(
        "invalid date '\(text)' for \(raw: key):",
        hints: [
          "dates are 2026-10-04, 2026-10, 2026, today, monday, last-week, 3d, or two with .. in between", quoting,
        ],
        status: .usage)
    case .reversedDates(let text, let key):
      self.init(
        "invalid dates '\(text)' for \(raw: key): the second is before the first", hints: [quoting], status: .usage)
    case .unexpectedStar(let text, let key):
      self.init(
        "invalid value '\(text)' for \(raw: key):",
        hints: ["only words and title: take a star, as in tomat*", quoting], status: .usage)
    case .invalidTag(let text): self.init("invalid tag '\(text)' for tag:", hints: [quoting], status: .usage)
    case .invalidNotebook(let text):
      self.init("invalid notebook '\(text)' for notebook:", hints: [quoting], status: .usage)
    case .unknownValue(let text, let key, let available):
      self.init(
        "invalid value '\(text)' for \(raw: key):",
        hints: ["available: \(raw: available.map { key + ":" + $0 }.joined(separator: ", "))", quoting], status: .usage)
    case .unknownSearch(let name, let available):
      let list = available.map { "@" + $0 }.joined(separator: ", ")
      self.init(
        "there is no saved search @\(name)",
        hints: [
          available.isEmpty ? "saved searches are in the configuration file: notesctl config" : "available: \(list)",
          quoting,
        ],
        status: .usage)
    case .combinedSearch(let name):
      self.init(
        "the saved search @\(name) cannot be excluded or joined by OR",
        hints: ["use its conditions instead; 'notesctl config' shows them", quoting], status: .usage)
    case .recursiveSearch(let name):
      self.init(
        "the saved search @\(name) contains itself", hints: ["notesctl config shows it"], status: .configuration)
    case .inSearch(let name, let error, let location):
      let cause = CommandFailure(error)
      let place: StyledText = location.map { "\($0.description): " } ?? ""
      self.init(
        "\(place)in the saved search @\(name): \(cause.message)",
        hints: cause.hints + ["mend it: notesctl config edit"], status: .configuration)
    case .tooManyConditions(let limit):
      self.init(
        "the query has more than \(limit) conditions", hints: ["use fewer words, or a phrase in quotes"], status: .usage
      )
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
    case .topLevel: self.init("the top level cannot be renamed", status: .usage)
    case .emptyTitle:
      self.init(
        "the title is empty", hints: ["omit --title to use the first heading or line of the text"], status: .usage)
    case .tooLarge(let excess, let draft):
      self.init(
        "\(raw: excess.words)",
        hints: draft.map { [Self.draftHint($0)] } ?? ["split it into several notes"], status: .data)
    case .notInTrash(let note):
      self.init(
        "“\(note.title)” is not in the trash",
        hints: ["move it there first: notesctl delete \(raw: note.id.description)"], status: .usage)
    case .inTrash(let note):
      self.init(
        "“\(note.title)” is in the trash; nothing was changed",
        hints: ["restore it first: notesctl restore \(raw: note.id.description)"], status: .usage)
    case .mergedWithItself(let text):
      self.init(
        "'\(text)' names the same note again; nothing was changed", hints: ["name two notes or more"], status: .usage)
    }
  }

  init(_ failure: EditingFailure) {
    switch failure {
    case .draft(let error): self.init(error)
    case .noDraft(let text):
      self.init("there is no draft '\(text)'", hints: ["list them: notesctl drafts"], status: .noInput)
    case .ambiguousDraft(let text, let candidates):
      self.init(
        "several drafts are named '\(text)'; use an id or a path",
        hints: candidates.prefix(5).map { "\($0.id)  \($0.draft.path)" }, status: .noInput)
    case .openDraft(let draft):
      self.init(
        "the draft '\(draft.name)' is open in an editor", hints: ["close the editor first"], status: .tryAgain)
    case .editor(let error, let draft): self.init(error, draft)
    case .unsaved(let error, let draft):
      let cause = CommandFailure(error)
      self.init(cause.message, hints: [Self.draftHint(draft)] + cause.hints, status: cause.status, id: cause.id)
    }
  }

  init(_ failure: TemplateFailure) {
    switch failure {
    case .unknown(let name, let available):
      let nearest = Spelling.nearest(to: name, among: available, within: 2)
      self.init(
        "there is no template '\(name)'",
        hints: [
          nearest.map { "did you mean '\($0)'?" }
            ?? (available.isEmpty
              ? "a template is a file in the folder 'notesctl/templates' of your configuration"
              : "available: \(available.joined(separator: ", "))")
        ], status: .noInput)
    case .unreadable(.unreadable(let path, let reason)):
      self.init("cannot read the template \(path): \(reason)", status: .inputOutput)
    case .unreadable(.notUTF8(let path, let offset)):
      self.init(
        "the template \(path) is not UTF-8 text: invalid byte at offset \(offset)",
        hints: ["convert it first: iconv -f latin1 -t utf-8"], status: .data)
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
        "cannot run the editor '\(command)'", hints: ["choose another: export NOTESCTL_EDITOR=nano"] + kept,
        status: .unavailable)
    case .failed(let command, let status):
      self.init(
        "the editor '\(command)' exited with status \(Int(status)); nothing was saved", hints: kept,
        status: .unavailable)
    case .noTerminal(let command):
      self.init(
        "the editor '\(command)' needs a terminal",
        hints: ["pass the text as arguments, or with - on standard input"] + kept, status: .usage)
    }
  }

  init(_ error: FuzzyFinderError) {
    switch error {
    case .failed(let command, let status):
      self.init(
        "'\(command)' exited with status \(Int(status))",
        hints: ["choose from a list instead: notesctl pick --no-fzf"], status: .unavailable)
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
    case .purged(let number, let count):
      self.init(
        "cannot undo \(number): it permanently deleted \(.count(count, "note"))",
        hints: ["earlier changes are undone by number: notesctl history"], status: .data)
    case .undoneBefore(let number, let other):
      self.init("\(number) was already undone by \(other)", hints: ["redo it: notesctl undo \(other)"], status: .data)
    case .redoneBefore(let number, let other):
      self.init(
        "\(number) was undone, and redone by \(other)", hints: ["undo it again: notesctl undo \(other)"],
        status: .data)
    case .undoRefused(let number, let notes):
      var hints: [StyledText] = notes.prefix(5).map { "\(raw: $0.id.description)  \($0.title)" }
      if notes.count > 5 { hints.append("and \(notes.count - 5) more") }
      if let first = notes.first {
        hints.append("see the later changes: notesctl history \(raw: first.id.description)")
      }
      self.init(
        "cannot undo \(number): these notes have changed in the same places since, or would be too large; nothing was changed",
        hints: hints, status: .data)
    }
  }
}

extension NoteExcess {
  /// The limit, and the amount that exceeds it.
  var words: String {
    switch limit {
    case .text: "the text has \(amount) bytes; the limit is \(limit.maximum)"
    case .properties: "title, tags and front matter have \(amount) bytes; the limit is \(limit.maximum)"
    case .attachments: "the note would have \(amount) attachments; the limit is \(limit.maximum)"
    }
  }
}
