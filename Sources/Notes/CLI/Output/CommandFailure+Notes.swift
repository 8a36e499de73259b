import NotesDomain

extension CommandFailure {
  /// Creates the failure of a file outside the store.
  init(_ error: FileError) {
    switch error {
    case .missing(let path): self.init("no such file: \(path)", status: .noInput)
    case .notAFile(let path): self.init("\(path) is not a file", status: .noInput)
    case .unreadable(let path, let reason): self.init("cannot read \(path): \(reason)", status: .noInput)
    case .changed(let path):
      self.init("\(path) changed while it was read", hints: ["try again when it no longer changes"], status: .tryAgain)
    case .exists(let path):
      self.init("\(path) already exists", hints: ["overwrite it with --force"], status: .cannotCreate)
    case .notReplaceable(let path):
      self.init(
        "\(path) is not a regular file and cannot be replaced",
        hints: ["write to it instead: --output - > \(path)"], status: .cannotCreate)
    case .unwritable(let path, let reason): self.init("cannot write \(path): \(reason)", status: .cannotCreate)
    case .diskFull(let path): self.init("no space left on device: \(path)", status: .inputOutput)
    }
  }

  init(attachment path: String, bytes: Int, limit: Int) {
    self.init(
      "\(path) has \(bytes) bytes; the limit is \(limit)",
      hints: ["store it elsewhere and put a link to it into the note"], status: .data)
  }

  init(malformedAttachmentName name: String) {
    self.init(
      "'\(name)' is not a valid attachment name",
      hints: [
        "a name has no slash, no control character and at most \(Attachment.maximumNameBytes) bytes; choose one with --name"
      ], status: .usage)
  }

  init(attachmentExists name: String, _ note: NoteSummary) {
    self.init(
      "“\(note.title)” already has an attachment “\(name)”",
      hints: ["replace it with --replace, or choose another name with --name"], status: .data)
  }

  init(noAttachment name: String, _ note: NoteSummary, _ names: [String]) {
    var hints: [StyledText] = names.prefix(5).map { "it has “\($0)”" }
    if names.isEmpty { hints.append("it has no attachments") }
    if names.count > 5 { hints.append("and \(names.count - 5) more: notesctl attachments \(raw: note.id.description)") }
    self.init("“\(note.title)” has no attachment “\(name)”", hints: hints, status: .noInput)
  }

  init(attachmentDamaged name: String, _ note: NoteSummary, isForgotten: Bool) {
    let attaching: StyledText =
      "attach the file again, if you have it: notesctl attach \(raw: note.id.description) FILE"
    self.init(
      "“\(name)” of “\(note.title)” is damaged on this device; nothing was written",
      hints: isForgotten
        ? ["the damaged copy was deleted; download it again: notesctl sync", "or \(attaching)"]
        : [attaching, "the damaged copy is kept because no server has an intact one"],
      status: .data)
  }

  init(attachmentNotHere name: String, _ note: NoteSummary) {
    self.init(
      "“\(name)” of “\(note.title)” is not on this device yet",
      hints: ["download it: notesctl sync"], status: .unavailable)
  }
}

extension CommandFailure {
  init(noChangeSet number: Int) {
    self.init(
      "no change set \(number)", hints: ["numbers are the first column of: notesctl history"],
      status: .noInput)
  }

  init(noVersion number: Int) {
    self.init(
      "the note has no version \(number)", hints: ["numbers are the first column of: notesctl history ID"],
      status: .noInput)
  }

  init(nothingToUndo hint: StyledText) {
    self.init("nothing to undo", hints: [hint], status: .noInput)
  }

  init(_ number: Int, undoneBy other: Int) {
    self.init(
      "\(number) was already undone by \(other)",
      hints: ["redo it: notesctl undo \(other)"], status: .data)
  }

  /// Creates the failure of an undo that later changes of these notes prevent.
  init(_ number: Int, undoRefusedBy notes: [NoteSummary]) {
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

extension MarkdownFileError {
  /// The file and its problem, on one line.
  var text: StyledText {
    switch reason {
    case .unreadable(let detail): "\(path): cannot be read: \(detail)"
    case .notUTF8(let offset): "\(path): is not UTF-8 text: invalid byte at offset \(offset)"
    case .tooLarge(let bytes, let limit): "\(path): has \(bytes) bytes; the limit of a note is \(limit)"
    case .malformedFrontMatter(let line, let detail): "\(path):\(line): invalid front matter: \(detail)"
    case .attachment(let error): "\(path): cannot read an attachment: \(CommandFailure(error).message)"
    case .attachmentTooLarge(let file, let bytes, let limit):
      "\(path): the attachment \(file) has \(bytes) bytes; the limit is \(limit)"
    case .malformedAttachment(let file): "\(path): \(file) is not a valid attachment, or the note has too many"
    case .wrongType(let key, let line, let expected): "\(path):\(line): '\(key)' must be \(expected)"
    }
  }
}
