import NotesDisk
import NotesDomain
import NotesFrontMatter
import NotesTransfer

/// Notes as JSON: what `list`, `search` and `show` write with `--json --full` or `--jsonl --full`.
///
/// Each note becomes a file of Markdown. The contents of attachments are not in JSON, so that a note names them, and has them
/// if the store does, or once a sync brings them.
struct JSONArchive {
  private let file: OpenFile
  private let path: String

  init(_ file: OpenFile, path: String) {
    (self.file, self.path) = (file, path)
  }

  /// Writes the notes into a folder. Returns the problems with single notes.
  func unpack(into folder: ArchiveFolder) throws -> [ArchiveProblem] {
    var reader = JSONRecordReader { [file] in try file.bytes(from: $0, limit: 1 << 16) }
    guard try reader.isJSON() else {
      throw ArchiveError.malformed(path: path, line: 1, detail: "an object or an array of objects was expected")
    }
    var problems: [ArchiveProblem] = []
    while let record = try reader.next() {
      switch record {
      case .malformed(let line, let detail):
        problems.append(ArchiveProblem(item: "line \(line)", reason: .malformed(line: nil, detail: detail)))
      case .tooLarge(let line, let bytes):
        problems.append(
          ArchiveProblem(item: "line \(line)", reason: .tooLarge(bytes: bytes, limit: NoteLimit.text.maximum)))
      case .object(let bytes, let line):
        do {
          if let problem = try Self.write(try JSONNote.decode(bytes), at: line, into: folder) {
            problems.append(problem)
          }
        } catch let problem as JSONNote.Problem {
          problems.append(Self.problem(problem.detail, of: problem.title, at: line))
        }
      }
    }
    return problems
  }

  /// Writes a note. Returns the problem for which it was left out.
  private static func write(_ note: JSONNote, at line: Int, into folder: ArchiveFolder) throws -> ArchiveProblem? {
    guard note.body.utf8.count <= NoteLimit.text.maximum else {
      return ArchiveProblem(
        item: note.title ?? "line \(line)",
        reason: .tooLarge(bytes: note.body.utf8.count, limit: NoteLimit.text.maximum))
    }
    let title = note.title.flatMap(NoteTitle.cleaned) ?? NoteTitle.derived(from: note.body)
    var document = MarkdownDocument(
      path: "", id: note.id, base: note.base, title: title, tags: note.tags, isPinned: note.isPinned,
      isArchived: note.isArchived, trashed: note.trashed, created: note.created, modified: note.modified,
      fileModified: Timestamp(millisecondsSince1970: 0), missingAttachments: note.attachments,
      foreignFrontMatter: note.foreignFrontMatter, body: note.body, digest: ContentDigest(value: 0))
    // Longer front matter would not be read.
    guard FrontMatterWriter.text(for: document).utf8.count <= YAMLGuard.maximumBytes else {
      return problem("its front matter has more than \(YAMLGuard.maximumBytes) bytes", of: title, at: line)
    }
    guard folder.reserveNotebook(note.notebook) else {
      return problem("the path of its notebook is too long, or is that of a note", of: title, at: line)
    }
    document.path =
      note.fileName.isEmpty
      ? folder.reserveNote(title: title, notebook: note.notebook.path)
      : folder.reserveNote(fileName: note.fileName, notebook: note.notebook.path)
    try folder.write(document)
    return nil
  }

  private static func problem(_ detail: String, of title: String?, at line: Int) -> ArchiveProblem {
    guard let title, !title.isEmpty else {
      return ArchiveProblem(item: "line \(line)", reason: .malformed(line: nil, detail: detail))
    }
    return ArchiveProblem(item: title, reason: .malformed(line: line, detail: detail))
  }
}
