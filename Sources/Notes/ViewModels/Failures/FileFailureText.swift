package import NotesDomain
package import NotesTransfer

extension FileError: DescribedFailure {
  package var text: FailureText {
    switch self {
    case .missing(let path): FailureText("no such file: \(path)", .noInput)
    case .notAFile(let path): FailureText("\(path) is not a file", .noInput)
    case .unreadable(let path, let reason): FailureText("cannot read \(path): \(reason)", .noInput)
    case .changed(let path):
      FailureText("\(path) changed while it was read", .tryAgain, "try again when it no longer changes")
    case .exists(let path): FailureText("\(path) already exists", .cannotCreate)
    case .notReplaceable(let path):
      FailureText("\(path) is not a regular file and cannot be replaced", .cannotCreate)
    case .unwritable(let path, let reason): FailureText("cannot write \(path): \(reason)", .cannotCreate)
    case .diskFull(let path): FailureText("no space left on device: \(path)", .inputOutput)
    }
  }
}

extension MarkdownFolderError: DescribedFailure {
  package var text: FailureText {
    switch self {
    case .missing(let path): FailureText("no such file or folder: \(path)", .noInput)
    case .notADirectory(let path): FailureText("\(path) is not a folder", .noInput)
    case .notEmpty(let path): FailureText("\(path) is not empty", .cannotCreate)
    case .exists(let path): FailureText("\(path) was created meanwhile", .cannotCreate)
    case .unreadable(let path, let reason): FailureText("cannot read \(path): \(reason)", .noInput)
    case .unwritable(let path, let reason): FailureText("cannot write \(path): \(reason)", .cannotCreate)
    case .diskFull(let path): FailureText("no space left on device: \(path)", .inputOutput)
    }
  }
}

extension MirrorError: DescribedFailure {
  package var text: FailureText {
    switch self {
    case .emptyFolder(let path, let files):
      FailureText("\(path) is empty, where \(counted(files, "file")) used to be", .data, "nothing was changed")
    case .missingFiles(let path, let count, let total):
      FailureText(
        "\(count) of \(counted(total, "file")) in \(path) are gone", .data,
        "it stopped before their notes go to the trash")
    case .removedNotes(let path, let count, let total):
      FailureText(
        "the notes of \(count) files in \(path) are gone or in the trash, of \(total)", .data, "no file was removed")
    case .inside(let path, let outer):
      FailureText("\(path) is a part of \(outer), which was imported", .data, "nothing was changed")
    }
  }

  private func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
}

extension ArchiveError: DescribedFailure {
  package var text: FailureText {
    switch self {
    case .missing(let path): FailureText("no such file: \(path)", .noInput)
    case .notAFile(let path): FailureText("\(path) is not a file", .noInput)
    case .unknownFormat(let path):
      FailureText(
        "\(path) is not an export that notesctl reads", .data, "use Joplin's .jex, Evernote's .enex, .json or .jsonl")
    case .unreadable(let path, let reason): FailureText("cannot read \(path): \(reason)", .noInput)
    case .malformed(let path, let line, let detail):
      FailureText(
        "\(path)\(line.map { ":\($0)" } ?? ""): \(detail)", .data, "nothing was imported; export it again")
    case .unwritable(let path, let reason): FailureText("cannot write \(path): \(reason)", .cannotCreate)
    case .diskFull(let path): FailureText("no space left on device: \(path)", .inputOutput)
    }
  }
}
