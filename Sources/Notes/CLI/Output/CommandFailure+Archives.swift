import NotesDomain

extension CommandFailure {
  init(_ error: ArchiveError) {
    switch error {
    case .missing(let path): self.init("no such file: \(path)", status: .noInput)
    case .notAFile(let path): self.init("\(path) is not a file", status: .noInput)
    case .unknownFormat(let path):
      self.init(
        "\(path) is not an export that notesctl reads", hints: ["use Joplin's .jex, Evernote's .enex, .json or .jsonl"],
        status: .data)
    case .unreadable(let path, let reason): self.init("cannot read \(path): \(reason)", status: .noInput)
    case .malformed(let path, let line, let detail):
      self.init(
        "\(path)\(line.map { ":\($0)" } ?? ""): \(detail)",
        hints: ["nothing was imported; export it again"], status: .data)
    case .unwritable(let path, let reason): self.init("cannot write \(path): \(reason)", status: .cannotCreate)
    case .diskFull(let path):
      self.init(
        "no space left on device: \(path)", hints: ["choose another folder for temporary files: export TMPDIR=DIR"],
        status: .inputOutput)
    }
  }
}

extension ArchiveProblem {
  /// The item and its problem, on one line. Of some problems the note was imported all the same.
  var text: StyledText {
    let item: StyledText = "\(self.item): "
    switch reason {
    case .malformed(let line, let detail) where self.item.isEmpty:
      return Self.skipped + "an untitled note: \(detail)" + Self.position(line)
    case .malformed(let line, let detail): return Self.skipped + item + "\(detail)" + Self.position(line)
    case .tooLarge(let bytes, let limit):
      return Self.skipped + item + "has \(bytes) bytes; the limit of a note is \(limit)"
    case .encrypted: return Self.skipped + item + "is encrypted"
    case .keptAsSource(let line, let detail):
      return Self.changed + item + "malformed; imported as source: \(detail)" + Self.position(line)
    case .missing(let name): return Self.changed + item + "missing from the archive: '\(name)'"
    case .damagedAttachment(let name, let detail):
      let attachment: StyledText = name.isEmpty ? "an unnamed attachment" : "the attachment \(name)"
      return Self.changed + item + attachment + " is damaged: \(detail)"
    case .unusedAttachment: return Self.skipped + item + "no note refers to this attachment"
    case .damagedArchive(let line, let detail):
      return Self.skipped + item + "the archive is damaged: \(detail)" + Self.position(line)
    }
  }

  private static let skipped: StyledText = "\(.failure, "skipped")  "
  private static let changed: StyledText = "\(.failure, "changed")  "

  private static func position(_ line: Int?) -> StyledText { line.map { " (line \($0))" } ?? "" }
}
