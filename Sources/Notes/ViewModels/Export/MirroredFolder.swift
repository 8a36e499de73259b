import NotesDomain

/// A folder that is kept in step with the notes: what the last import or export left in it, and what was changed since.
struct MirroredFolder: Sendable {
  /// The state of a file.
  enum FileState: Sendable {
    case missing
    /// The file says the same as the note. Its fingerprint is given.
    case current(ContentDigest)
    /// The file is as the last import or export left it.
    case recorded(MarkdownDocument)
    /// The file was changed since, or is unknown.
    case changed
  }

  /// The canonical path of the folder.
  let root: String
  /// The recorded files by path.
  let records: [String: ImportRecord]
  private let present: Set<String>
  /// The files by path in lower case.
  private let spellings: [String: String]
  private let folder: any MarkdownFolder
  private let attachments: ImportedAttachments

  /// Lists a folder and its records. O(number of files and records).
  @concurrent
  init(
    _ directory: String, folder: any MarkdownFolder, repository: any NoteRepository, transfer: BlobTransfer
  ) async throws {
    root = try folder.canonicalPath(of: directory)
    self.folder = folder
    present = Set(try folder.entries(in: root).map(\.path))
    spellings = Dictionary(present.map { ($0.lowercased(), $0) }) { min($0, $1) }
    attachments = ImportedAttachments(
      transfer: transfer, directory: root, files: LinkedFiles(try folder.otherFiles(in: root)))
    var (records, last): ([String: ImportRecord], String?) = ([:], nil)
    while true {
      let page = try await repository.importedFiles(of: root, after: last, limit: 1000)
      guard let end = page.last else { break }
      for record in page { records[record.path] = record }
      last = end.path
    }
    self.records = records
  }

  /// Returns the file whose path differs from one without a file in case only; `nil` if there is none.
  func namesake(of path: String) -> String? { present.contains(path) ? nil : spellings[path.lowercased()] }

  /// Compares a file with its note and with its record. O(size of the file and its attachments).
  ///
  /// - Parameter note: The note of the file; `nil` if it has none any more.
  @concurrent
  func state(of path: String, for note: Note?) async throws -> FileState {
    guard present.contains(path) else { return .missing }
    guard let document = try? folder.read(MarkdownFileEntry(path: path, bytes: 0), in: root),
      case .success(let found) = try await attachments.find(document)
    else { return .changed }
    let digest = document.fingerprint(with: found)
    let record = records[path].flatMap { $0.digest == digest ? $0 : nil }
    if let note, document.isPinned == note.isPinned, document.isArchived == note.isArchived,
      document.id ?? note.id == note.id, found.gone.isEmpty
    {
      // The file need not have the text that an export would write: a line of it became a comment.
      if let record, record.note == note.id, record.describes(note) { return .current(digest) }
      let imported = document.note(
        id: note.id, over: note, attachments: found.isEmpty ? nil : found.attachments(over: note.attachments))
      if ContentDigest(of: imported) == ContentDigest(of: note) { return .current(digest) }
    }
    return record == nil ? .changed : .recorded(document)
  }
}
