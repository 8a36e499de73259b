import NotesDomain
import NotesTransfer
import NotesViewModels

extension CommandFailure {
  /// Creates the failure of a restore of this device's store, with hints for the backup where the backup is the problem.
  init(_ error: MaintenanceError, restoringDevice backup: String) {
    let other: StyledText = "use a file created by: notesctl store backup FILE"
    switch error {
    case .missing(backup): self.init("no such backup: \(backup)", hints: [other], status: .noInput)
    case .store(.notAStore(backup)): self.init("\(backup) is not a backup of notes", hints: [other], status: .data)
    case .store(.corrupt(backup, let detail)):
      self.init("the backup \(backup) is damaged: \(detail)", hints: ["use another backup"], status: .data)
    default: self.init(error)
    }
  }
}

extension MarkdownFileError {
  /// The warning of front matter that was kept as it is.
  var keptText: StyledText { "\(.failure, "kept")     \(text); the lines were kept as they are\n" }

  /// The file and its problem, on one line.
  var text: StyledText {
    switch reason {
    case .unreadable(let detail): "\(path): cannot be read: \(detail)"
    case .nameNotUTF8: "\(path): its name is not UTF-8; rename it"
    case .notUTF8(let offset): "\(path): is not UTF-8 text: invalid byte at offset \(offset)"
    case .tooLarge(let bytes, let limit): "\(path): has \(bytes) bytes; the limit of a note is \(limit)"
    case .exceeds(let excess): "\(path): \(excess.sentence.text)"
    case .malformedFrontMatter(let line, let detail): "\(path):\(line): invalid front matter: \(detail)"
    case .attachment(let error): "\(path): cannot read an attachment: \(CommandFailure(error).message)"
    case .attachmentTooLarge(let file, let bytes, let limit):
      "\(path): the attachment \(file) has \(bytes) bytes; the limit is \(limit)"
    case .malformedAttachment(let file): "\(path): \(file) is not a valid attachment, or the note has too many"
    case .wrongType(let key, let line, let expected): "\(path):\(line): '\(key)' must be \(expected)"
    }
  }
}
