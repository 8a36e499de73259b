import NotesDomain

extension CommandFailure {
  /// Says what is wrong with a file outside of the store.
  init(_ error: FileError) {
    switch error {
    case .missing(let path): self.init("there is no file \(path)", status: .noInput)
    case .notAFile(let path): self.init("\(path) is not a file", status: .noInput)
    case .unreadable(let path, let reason): self.init("cannot read \(path): \(reason)", status: .noInput)
    case .changed(let path):
      self.init("\(path) changed while it was read", hints: ["try again when it is finished"], status: .tryAgain)
    case .exists(let path):
      self.init("there is a file \(path) already", hints: ["replace it with --force"], status: .cannotCreate)
    case .notReplaceable(let path):
      self.init(
        "\(path) is a device, a pipe or a socket, which no file may replace",
        hints: ["write into it instead: --output - > \(path)"], status: .cannotCreate)
    case .unwritable(let path, let reason): self.init("cannot write \(path): \(reason)", status: .cannotCreate)
    case .diskFull(let path): self.init("there is no space left for \(path)", status: .inputOutput)
    }
  }

  /// Says that a file is too large.
  init(attachment path: String, bytes: Int, limit: Int) {
    self.init(
      "\(path) has \(bytes) bytes, and an attachment may have \(limit)",
      hints: ["keep it elsewhere, and a link to it in the note"], status: .data)
  }

  /// Says that a name is none.
  init(malformedAttachmentName name: String) {
    self.init(
      "'\(name)' is no name for an attachment",
      hints: [
        "a name has no slash, no control character and at most \(Attachment.maximumNameBytes) bytes; choose one with --name"
      ], status: .usage)
  }

  /// Says that a note has another file of a name.
  init(attachmentExists name: String, _ note: NoteSummary) {
    self.init(
      "“\(note.title)” has another file “\(name)” already",
      hints: ["replace it with --replace, or choose another name with --name"], status: .data)
  }

  /// Says that a note has no file of a name.
  init(noAttachment name: String, _ note: NoteSummary, _ names: [String]) {
    var hints: [StyledText] = names.prefix(5).map { "it has “\($0)”" }
    if names.isEmpty { hints.append("it has no attachments") }
    if names.count > 5 { hints.append("and \(names.count - 5) more: notesctl attachments \(raw: note.id.description)") }
    self.init("“\(note.title)” has no file “\(name)”", hints: hints, status: .noInput)
  }

  /// Says that a file is not what it was.
  init(attachmentDamaged name: String, _ note: NoteSummary, isForgotten: Bool) {
    let attaching: StyledText =
      "attach the file once more, if you have it: notesctl attach \(raw: note.id.description) FILE"
    self.init(
      "“\(name)” of “\(note.title)” is damaged on this device, so nothing was written",
      hints: isForgotten
        ? ["the damaged bytes were thrown away; fetch the file anew: notesctl sync", "or \(attaching)"]
        : [attaching, "the damaged bytes stay here, since no server is known to have better ones"],
      status: .data)
  }

  /// Says that a file is not on this device.
  init(attachmentNotHere name: String, _ note: NoteSummary) {
    self.init(
      "“\(name)” of “\(note.title)” is not on this device yet",
      hints: ["fetch it: notesctl sync"], status: .unavailable)
  }
}

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

extension MarkdownFileError {
  /// The file and what is wrong with it, on one line.
  var text: StyledText {
    switch reason {
    case .unreadable(let detail): "\(path): cannot be read: \(detail)"
    case .notUTF8(let offset): "\(path): is not UTF-8 text: the byte at \(offset) is wrong"
    case .tooLarge(let bytes, let limit): "\(path): has \(bytes) bytes, and a note may have \(limit)"
    case .malformedFrontMatter(let line, let detail): "\(path):\(line): the front matter is not understood: \(detail)"
    case .attachment(let error): "\(path): a file that belongs to it: \(CommandFailure(error).message)"
    case .attachmentTooLarge(let file, let bytes, let limit):
      "\(path): the file \(file) that belongs to it has \(bytes) bytes, and an attachment may have \(limit)"
    case .malformedAttachment(let file): "\(path): \(file) cannot be an attachment, or the note has too many of them"
    case .wrongType(let key, let line, let expected): "\(path):\(line): '\(key)' should be \(expected)"
    }
  }
}
