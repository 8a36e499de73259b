import ArgumentParser
import NotesDomain
import NotesViewModels
import Wiring

extension CommandFailure {
  /// Creates the failure that describes an error; `nil` for a closed pipe, whose reader needs no more output.
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
        StyledText(trusted: "internal wiring error; please report this\n\(error)"), status: .software)
    default:
      self.init("unexpected error: \(String(describing: error))", status: .software)
    }
  }

  /// Creates the failure of a context file, with all of its problems.
  init(_ error: WiringError, ofContext file: String) {
    // The problems quote the file, which is user content.
    self.init(
      "the context file \(file) is invalid\n\(StyledText(error.description))", status: .configuration)
  }

  /// Creates the failure of an action of a view-model.
  init(_ failure: Failure) {
    switch failure {
    case .store(let error): self.init(error)
    case .vault(let error): self.init(error)
    case .file(let error): self.init(error)
    case .attachmentTooLarge(let path, let bytes, let limit): self.init(attachment: path, bytes: bytes, limit: limit)
    case .malformedAttachmentName(let name): self.init(malformedAttachmentName: name)
    case .attachmentTwice(let name):
      self.init(
        "duplicate file name “\(name)”", hints: ["attach one of them separately with another --name"],
        status: .usage)
    case .attachmentExists(let name, let note): self.init(attachmentExists: name, note)
    case .tooManyAttachments(let limit): self.init("a note can have at most \(limit) attachments", status: .data)
    case .noAttachment(let name, let note, let names): self.init(noAttachment: name, note, names)
    case .attachmentDamaged(let name, let note, let isForgotten):
      self.init(attachmentDamaged: name, note, isForgotten: isForgotten)
    case .attachmentNotHere(let name, let note): self.init(attachmentNotHere: name, note)
    case .reference(let error): self.init(error)
    case .draft(let error): self.init(error)
    case .editor(let error, let draft): self.init(error, draft)
    case .unsaved(let error, let draft):
      let cause = CommandFailure(error)
      self.init(cause.message, hints: [Self.draftHint(draft)] + cause.hints, status: cause.status)
    case .tooLarge(let bytes, let limit, let draft):
      self.init(
        "the text has \(bytes) bytes; the limit is \(limit)",
        hints: draft.map { [Self.draftHint($0)] } ?? ["split it into several notes"], status: .data)
    case .malformedTag(let text):
      self.init(
        "'\(text)' is not a valid tag",
        hints: ["a tag is a word without spaces, commas or '#', such as garden/tomatoes"],
        status: .usage)
    case .malformedNotebook(let text):
      self.init(
        "'\(text)' is not a valid notebook",
        hints: ["a notebook is a path of names that do not start with a dot, such as Kitchen/Bread"], status: .usage)
    case .emptyTitle:
      self.init(
        "the title is empty", hints: ["omit --title to use the first heading or line of the text"], status: .usage)
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
    case .nothingToUndo: self.init(nothingToUndo: "synced changes are undone by number: notesctl history")
    case .undoneBefore(let number, let other): self.init(number, undoneBy: other)
    case .undoRefused(let number, let notes): self.init(number, undoRefusedBy: notes)
    case .unexpected(let detail): self.init("an unexpected failure: \(detail)", status: .software)
    }
  }

  private init(_ error: StoreError) {
    switch error {
    case .notAStore(let path):
      self.init(
        "\(path) is not a notesctl store; it was not changed", hints: ["use another directory: --data-dir DIR"],
        status: .data)
    case .corrupt(let path, let detail):
      self.init(
        "the store \(path) is damaged: \(detail)",
        hints: ["make a copy of it, then try: sqlite3 \(path) .recover"], status: .data)
    case .newerVersion(let path, let found, let supported):
      self.init(
        "the store \(path) was created by a newer notesctl: its version is \(found), this program supports up to \(supported)",
        hints: ["update notesctl; the store was not changed"], status: .data)
    case .readOnly(let path):
      self.init(
        "the store \(path) is read-only", hints: ["check its permissions: ls -l \(path)"], status: .permission)
    case .permissionDenied(let path):
      self.init(
        "permission denied: \(path)", hints: ["check its permissions: ls -l \(path)"], status: .permission)
    case .locked(let path):
      self.init("the store \(path) is locked by another program", hints: ["try again shortly"], status: .tryAgain)
    case .diskFull(let path):
      self.init(
        "no space left on device: \(path)", hints: ["free some space: df -h \(path)"],
        status: .inputOutput)
    case .cannotCreate(let path, let reason):
      self.init(
        "cannot create \(path): \(reason)", hints: ["use another directory: --data-dir DIR"], status: .cannotCreate)
    case .failed(let path, let detail):
      self.init("the store \(path) failed: \(detail)", status: .inputOutput)
    case .exists(let id):
      self.init("a note with the id \(raw: id.description) already exists", status: .data)
    }
  }

  private init(_ error: MarkdownFolderError) {
    switch error {
    case .missing(let path): self.init("no such folder: \(path)", status: .noInput)
    case .notADirectory(let path): self.init("\(path) is not a folder", status: .noInput)
    case .notEmpty(let path):
      self.init(
        "\(path) is not empty", hints: ["export to a new folder, or overwrite files of the same name with --force"],
        status: .cannotCreate)
    case .unreadable(let path, let reason): self.init("cannot read \(path): \(reason)", status: .noInput)
    case .unwritable(let path, let reason): self.init("cannot write \(path): \(reason)", status: .cannotCreate)
    case .diskFull(let path): self.init("no space left on device: \(path)", status: .inputOutput)
    }
  }

  private init(_ error: ReferenceError) {
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
}

extension CommandFailure {
  /// Creates the failure of a context file with values that no binding uses, since a misspelt name would silently do
  /// nothing; `nil` if all are used.
  init?(unusedValuesIn context: Definitions, of file: String, _ graph: GraphDescription) {
    let known = Set(graph.bindings.compactMap(\.key.qualifier))
    let unused = context.values.filter { !known.contains($0.name) }
    guard !unused.isEmpty else { return nil }
    let names = known.subtracting(context.values.map(\.name))
    self.init(
      "the context file \(file) is invalid",
      hints: unused.map { value in
        let location = (value.location ?? value.value.location).map { "\($0): " } ?? ""
        let near = names.filter { $0.editDistance(to: value.name) <= 2 }.min()
        return "\(location)unused value '\(value.name)'\(near.map { "; did you mean '\($0)'?" } ?? "")"
      }, status: .configuration)
  }
}
