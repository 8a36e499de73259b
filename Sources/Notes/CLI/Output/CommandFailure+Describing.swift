import ArgumentParser
import NotesDomain
import NotesViewModels
import Wiring

extension CommandFailure {
  /// Puts any error into words.
  ///
  /// - Returns: `nil` for an end that needs no words: the reader of a pipe has gone.
  init?(describing error: any Error) {
    switch error {
    case let failure as CommandFailure: self = failure
    case let failure as Failure: self.init(failure)
    case let error as StoreError: self.init(Failure.store(error))
    case let error as AccountError: self.init(error)
    case let error as MaintenanceError: self.init(error)
    case let error as HostError: self.init(error)
    case ConsoleError.closedPipe: return nil
    case ConsoleError.notWritten(let reason):
      self.init("cannot write the output: \(reason)", status: .inputOutput)
    case ConsoleError.notRead(let reason):
      self.init("cannot read the input: \(reason)", status: .inputOutput)
    case let error as ValidationError:
      self.init("\(error.message)", hints: ["see 'notesctl help'"], status: .usage)
    case let error as WiringError:
      self.init(
        StyledText(trusted: "the program is wired wrongly; please report this\n\(error)"), status: .software)
    default:
      self.init("an unexpected failure: \(String(describing: error))", status: .software)
    }
  }

  /// Says what is wrong with a context file, all of it.
  init(_ error: WiringError, ofContext file: String) {
    // The problems quote the file, which is people's text.
    self.init(
      "the context file \(file) does not fit this program\n\(StyledText(error.description))", status: .configuration)
  }

  /// Puts a failure of an action into words.
  init(_ failure: Failure) {
    switch failure {
    case .store(let error): self.init(error)
    case .vault(let error): self.init(error)
    case .file(let error): self.init(error)
    case .attachmentTooLarge(let path, let bytes, let limit): self.init(attachment: path, bytes: bytes, limit: limit)
    case .malformedAttachmentName(let name): self.init(malformedAttachmentName: name)
    case .attachmentTwice(let name):
      self.init(
        "two of the files are called “\(name)”", hints: ["attach one of them by itself, with another --name"],
        status: .usage)
    case .attachmentExists(let name, let note): self.init(attachmentExists: name, note)
    case .tooManyAttachments(let limit): self.init("a note may have \(limit) attachments", status: .data)
    case .noAttachment(let name, let note, let names): self.init(noAttachment: name, note, names)
    case .attachmentDamaged(let name, let note, let isForgotten):
      self.init(attachmentDamaged: name, note, isForgotten: isForgotten)
    case .attachmentNotHere(let name, let note): self.init(attachmentNotHere: name, note)
    case .reference(let error): self.init(error)
    case .draft(let error): self.init(error)
    case .editor(let error, let draft): self.init(error, draft)
    case .unsaved(let error, let draft):
      let cause = CommandFailure(error)
      self.init(cause.message, hints: [Self.kept(draft)] + cause.hints, status: cause.status)
    case .tooLarge(let bytes, let limit, let draft):
      self.init(
        "the text has \(bytes) bytes, and a note may have \(limit)",
        hints: draft.map { [Self.kept($0)] } ?? ["split it into several notes"], status: .data)
    case .malformedTag(let text):
      self.init(
        "'\(text)' is no tag", hints: ["a tag is a word without spaces, commas or '#', as in garden/tomatoes"],
        status: .usage)
    case .malformedNotebook(let text):
      self.init(
        "'\(text)' is no notebook",
        hints: ["a notebook is a path of names that do not begin with a dot, as in Kitchen/Bread"], status: .usage)
    case .emptyTitle:
      self.init("the title is empty", hints: ["leave --title out to take the title from the text"], status: .usage)
    case .notInTrash(let note):
      self.init(
        "“\(note.title)” is not in the trash",
        hints: ["move it there first: notesctl delete \(raw: note.id.description)"], status: .usage)
    case .sync(let error): self.init(error)
    case .account(let error): self.init(error)
    case .credentials(let error): self.init(error)
    case .malformedServer(let text, let problem): self.init(malformedServer: text, problem)
    case .malformedAccount(let text): self.init(malformedAccount: text)
    case .signedInElsewhere(let server, let account): self.init(signedInTo: server, as: account)
    case .notSignedIn:
      self.init(
        "this device is not signed in", hints: ["sign in: notesctl login SERVER"], status: .configuration)
    case .noDevice(let text): self.init(noDevice: text)
    case .ambiguousDevice(let text, let candidates): self.init(ambiguousDevice: text, candidates)
    case .longLabel(let text): self.init(longLabel: text)
    case .noConflict(let text): self.init(noConflict: text)
    case .ambiguousConflict(let text, let candidates): self.init(ambiguousConflict: text, candidates)
    case .noChangeSet(let number): self.init(noChangeSet: number)
    case .noVersion(let number): self.init(noVersion: number)
    case .nothingToUndo: self.init(nothingToUndo: "changes of a sync are taken back by number: notesctl history")
    case .undoneBefore(let number, let other): self.init(number, undoneBy: other)
    case .undoRefused(let number, let notes): self.init(number, undoRefusedBy: notes)
    }
  }

  private init(_ error: StoreError) {
    switch error {
    case .notAStore(let path):
      self.init(
        "\(path) is not a store of notesctl; it was left as it is", hints: ["use another place with --data-dir DIR"],
        status: .data)
    case .corrupt(let path, let detail):
      self.init(
        "the store \(path) is damaged: \(detail)",
        hints: ["keep a copy of it, then try: sqlite3 \(path) .recover"], status: .data)
    case .newerVersion(let path, let found, let supported):
      self.init(
        "the store \(path) was made by a newer notesctl: its version is \(found), this program knows up to \(supported)",
        hints: ["update notesctl; the store was left as it is"], status: .data)
    case .readOnly(let path):
      self.init(
        "the store \(path) cannot be written", hints: ["look at its permissions: ls -l \(path)"], status: .permission)
    case .permissionDenied(let path):
      self.init(
        "the store \(path) may not be read", hints: ["look at its permissions: ls -l \(path)"], status: .permission)
    case .locked(let path):
      self.init("another program keeps the store \(path) locked", hints: ["try again in a moment"], status: .tryAgain)
    case .diskFull(let path):
      self.init(
        "there is no space left for the store \(path)", hints: ["free some space: df -h \(path)"],
        status: .inputOutput)
    case .cannotCreate(let path, let reason):
      self.init(
        "cannot create \(path): \(reason)", hints: ["use another place with --data-dir DIR"], status: .cannotCreate)
    case .failed(let path, let detail):
      self.init("the store \(path) failed: \(detail)", status: .inputOutput)
    case .exists(let id):
      self.init("there is a note with the id \(raw: id.description) already", status: .data)
    }
  }

  private init(_ error: MarkdownFolderError) {
    switch error {
    case .missing(let path): self.init("there is no folder \(path)", status: .noInput)
    case .notADirectory(let path): self.init("\(path) is not a folder", status: .noInput)
    case .notEmpty(let path):
      self.init(
        "\(path) is not empty", hints: ["export into a new folder, or replace files of the same name with --force"],
        status: .cannotCreate)
    case .unreadable(let path, let reason): self.init("cannot read \(path): \(reason)", status: .noInput)
    case .unwritable(let path, let reason): self.init("cannot write \(path): \(reason)", status: .cannotCreate)
    case .diskFull(let path): self.init("there is no space left for \(path)", status: .inputOutput)
    }
  }

  private init(_ error: ReferenceError) {
    let hint: StyledText = "ids are the first column of: notesctl list"
    func shortened(_ text: String) -> String { text.count <= 60 ? text : text.prefix(60) + "…" }
    switch error {
    case .malformed(let text): self.init("'\(shortened(text))' is no id of a note", hints: [hint], status: .noInput)
    case .unknown(let text):
      self.init("there is no note whose id begins with '\(shortened(text))'", hints: [hint], status: .noInput)
    case .ambiguous(let text, let candidates):
      self.init(
        "several notes have an id that begins with '\(text)'; type more of it",
        hints: candidates.map { "\(raw: $0.id.description)  \($0.title)" }, status: .noInput)
    }
  }

  private init(_ error: DraftError) {
    switch error {
    case .unwritable(let path, let reason):
      self.init("cannot keep a draft at \(path): \(reason)", status: .cannotCreate)
    case .unreadable(let path, let reason): self.init("cannot read the draft \(path): \(reason)", status: .inputOutput)
    case .notUTF8(let path, let offset):
      self.init(
        "the draft is not UTF-8 text: the byte at \(offset) is wrong", hints: [Self.kept(Draft(path: path))],
        status: .data)
    }
  }

  private init(_ error: EditorError, _ draft: Draft?) {
    let kept = draft.map { [Self.kept($0)] } ?? []
    switch error {
    case .notFound(let command):
      self.init(
        "there is no editor '\(command)'", hints: ["choose one: export EDITOR=nano"] + kept,
        status: .unavailable)
    case .failed(let command, let status):
      self.init(
        "the editor '\(command)' ended with status \(Int(status)); the note was not changed", hints: kept,
        status: .unavailable)
    case .noTerminal(let command):
      self.init(
        "there is no terminal for the editor '\(command)'",
        hints: ["give the text as arguments, or with - on standard input"] + kept, status: .usage)
    }
  }

  private static func kept(_ draft: Draft) -> StyledText {
    "the text is kept in \(draft.path)"
  }
}

extension CommandFailure {
  /// Says which values of a context file nobody asks for: a name with a slip in it would change nothing, and in silence.
  ///
  /// - Returns: `nil` when somebody asks for each.
  init?(unusedValuesIn context: Definitions, of file: String, _ graph: GraphDescription) {
    let asked = Set(graph.bindings.compactMap(\.key.qualifier))
    let unused = context.values.filter { !asked.contains($0.name) }
    guard !unused.isEmpty else { return nil }
    let names = asked.subtracting(context.values.map(\.name))
    self.init(
      "the context file \(file) does not fit this program",
      hints: unused.map { value in
        let place = (value.location ?? value.value.location).map { "\($0): " } ?? ""
        let near = names.filter { $0.editDistance(to: value.name) <= 2 }.min()
        return "\(place)nothing asks for a value '\(value.name)'\(near.map { "; there is '\($0)'" } ?? "")"
      }, status: .configuration)
  }
}
