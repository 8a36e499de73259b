import NotesDomain

/// A folder that is kept in step with the notes: what the last import or export left in it, and what was changed since.
struct MirroredFolder: Sendable {
  /// A note's file, compared with the note and with its record.
  struct File: Sendable {
    /// The result of the comparison.
    enum State: Sendable {
      case missing
      /// The file is a symbolic link, or behind one, and was not read.
      case linked
      /// The file says the same as the note. Its fingerprint is given.
      case current(ContentDigest)
      /// The file is as the last import or export left it.
      case recorded
      /// The file was changed since, or is unknown.
      case changed
    }

    /// An attachment that the folder has of the file.
    struct Attachment: Sendable {
      let path: String
      let digest: BlobDigest
      /// Whether an export wrote it: it is listed, and where an export writes it.
      let isOwn: Bool
      /// Whether the file names it, and does not find the first one of its name.
      let isExact: Bool
    }

    let state: State
    /// The fingerprint of the file without its attachments; `nil` if it cannot be read.
    var text: ContentDigest?
    /// The times that the file has as dates.
    var bareDates: BareDates = []
    /// The attachments that the folder has of the file; none if one of them cannot be read.
    var attachments: [Attachment] = []
  }

  /// The canonical path of the folder.
  let root: String
  /// The recorded files by path.
  let records: [PathKey: ImportRecord]
  /// The paths of the files without a record, sorted.
  private let unrecorded: [String]
  private let present: Set<PathKey>
  /// The files by path in lower case.
  private let spellings: [String: String]
  private let folder: any MarkdownFolder
  private let transfer: BlobTransfer
  private let attachments: ImportedAttachments

  /// Lists a folder and its records. O(number of files and records).
  @concurrent
  init(
    _ directory: String, folder: any MarkdownFolder, repository: any NoteRepository, transfer: BlobTransfer,
    history: any NoteHistory
  ) async throws {
    root = try folder.canonicalPath(of: directory)
    self.folder = folder
    self.transfer = transfer
    let paths = try folder.entries(in: root).map(\.path)
    present = Set(paths.map(PathKey.init))
    spellings = Dictionary(paths.map { ($0.lowercased(), $0) }) { min($0, $1) }
    attachments = ImportedAttachments(
      transfer: transfer, directory: root, files: LinkedFiles(try folder.otherFiles(in: root)),
      history: history)
    var (records, last): ([PathKey: ImportRecord], String?) = ([:], nil)
    while true {
      let page = try await repository.importedFiles(of: root, after: last, limit: 1000)
      guard let end = page.last else { break }
      for record in page { records[PathKey(record.path)] = record }
      last = end.path
    }
    self.records = records
    unrecorded = paths.filter { records[PathKey($0)] == nil }
  }

  /// Returns the file whose path differs from one without a file in case only; `nil` if there is none.
  func namesake(of path: String) -> String? {
    present.contains(PathKey(path)) ? nil : spellings[path.lowercased()]
  }

  /// Compares a file with its note and with its record. O(size of the file and its attachments).
  ///
  /// - Parameter note: The note of the file; `nil` if it has none any more.
  @concurrent
  func file(at path: String, for note: Note?) async throws -> File {
    // A file may have come since the folder was listed.
    guard let document = try? folder.read(MarkdownFileEntry(path: path, bytes: 0), in: root) else {
      if isLinked(path) { return File(state: .linked) }
      // It cannot be read, or something that is no file has its place.
      return File(state: present.contains(PathKey(path)) || isTaken(path) ? .changed : .missing)
    }
    guard case .success(let found) = try await attachments.find(document) else {
      return File(state: .changed, text: document.digest)
    }
    let listed = Set((document.attachments ?? []).map(PathKey.init))
    let contents = found.files.map { file in
      let isOwn = AttachmentFolder.isOwn(file.path, of: AttachmentFolder.name(in: file.path), in: path)
      return File.Attachment(
        path: file.path, digest: file.attachment.digest, isOwn: isOwn && listed.contains(PathKey(file.path)),
        isExact: file.isExact)
    }
    let state = state(of: document, at: path, with: found, for: note)
    return File(state: state, text: document.digest, bareDates: document.bareDates, attachments: contents)
  }

  private func state(
    of document: MarkdownDocument, at path: String, with found: ImportedAttachments.Found, for note: Note?
  ) -> File.State {
    let digest = document.fingerprint(with: found)
    let record = records[PathKey(path)].flatMap { $0.digest == digest ? $0 : nil }
    if let note, document.isPinned == note.isPinned, document.isArchived == note.isArchived,
      document.id ?? note.id == note.id, found.gone.isEmpty, found.hasAll(of: note)
    {
      // The file need not have the text that an export would write: a line of it became a comment.
      if let record, record.note == note.id, record.describes(note) { return .current(digest) }
      let imported = document.note(
        id: note.id, over: note, attachments: found.isEmpty ? nil : found.attachments(over: note.attachments))
      if ContentDigest(of: imported) == ContentDigest(of: note) { return .current(digest) }
    }
    return record == nil ? .changed : .recorded
  }

  /// Returns whether something has the place of a file, and not that of a folder on the way to it.
  private func isTaken(_ path: String) -> Bool {
    let enclosing = path.enclosingPath
    return !folder.hasNothing(at: root + "/" + path)
      && (enclosing.isEmpty || (try? folder.canonicalPath(of: root + "/" + enclosing)) != nil)
  }

  /// Returns whether a file or folder is a symbolic link, or behind one.
  func isLinked(_ path: String) -> Bool { folder.isLinked(path, in: root) }

  /// Reads the files without a record. O(size of the files and their attachments).
  @concurrent
  func unrecordedFiles() async throws -> UnrecordedFiles {
    var files = UnrecordedFiles()
    for path in unrecorded {
      guard let document = try? folder.read(MarkdownFileEntry(path: path, bytes: 0), in: root) else { continue }
      let found = try await attachments.find(document)
      let digest = if case .success(let found) = found { document.fingerprint(with: found) } else { document.digest }
      files.add(path, of: document.id, fingerprint: digest)
    }
    return files
  }

  /// Returns the note that a file without a record names; `nil` if there is none.
  @concurrent
  func unrecordedNote(at path: String) async -> NoteID? {
    guard present.contains(PathKey(path)), records[PathKey(path)] == nil else { return nil }
    return (try? folder.read(MarkdownFileEntry(path: path, bytes: 0), in: root))?.id
  }

  /// Returns the fingerprint of a file without its attachments; `nil` if it cannot be read.
  @concurrent
  func text(at path: String) async -> ContentDigest? {
    try? folder.read(MarkdownFileEntry(path: path, bytes: 0), in: root).digest
  }

  /// Returns the content of an attachment's file; `nil` if nothing is there.
  ///
  /// - Throws: ``FileError`` and ``AttachmentFailure`` if it is no file, or cannot be read.
  @concurrent
  func content(of path: String) async throws -> BlobDigest? {
    do {
      return try await transfer.describe(.inside(folder: root, path: path)).digest
    } catch FileError.missing {
      return nil
    }
  }
}

/// The files of a folder that neither an import nor an export knows. Many may have one content.
struct UnrecordedFiles {
  private struct File {
    let path: String
    let note: NoteID?
    let fingerprint: ContentDigest
  }

  private var files: [File] = []
  /// The files that name notes.
  private var byNote: [NoteID: FilePool] = [:]
  private var byFingerprint: [ContentDigest: FilePool] = [:]
  /// The files by path in lower case.
  private var spellings: [String: [Int]] = [:]

  /// Adds the next file.
  ///
  /// - Parameter note: The note that the file names.
  fileprivate mutating func add(_ path: String, of note: NoteID?, fingerprint: ContentDigest) {
    if let note { byNote[note, default: FilePool()].append(files.count) }
    byFingerprint[fingerprint, default: FilePool()].append(files.count)
    spellings[path.lowercased(), default: []].append(files.count)
    files.append(File(path: path, note: note, fingerprint: fingerprint))
  }

  /// Returns the first file that is perhaps that of a note: it names the note, or is as its file was that is gone. `nil` if there is
  /// none, or if one of them is at the path of the note, perhaps in another spelling, where it is compared with the note.
  ///
  /// - Parameter settled: The files that are those of notes by now, and will be.
  mutating func file(
    of note: NoteID, gone records: [ImportRecord], besides path: String?, except settled: Set<PathKey>
  ) -> String? {
    let files = files
    let own = path.flatMap { spellings[$0.lowercased()] } ?? []
    let isAtPath = own.contains { index in
      let file = files[index]
      return (file.note == note || records.contains { $0.digest == file.fingerprint })
        && !settled.contains(PathKey(file.path))
    }
    guard !isAtPath else { return nil }
    func first(in pool: inout FilePool?) -> String? {
      let found = pool?.first(1) { settled.contains(PathKey(files[$0].path)) ? .gone : .free } ?? []
      return found.first.map { files[$0].path }
    }
    if let path = first(in: &byNote[note]) { return path }
    for record in records {
      if let path = first(in: &byFingerprint[record.digest]) { return path }
    }
    return nil
  }
}

extension ImportedAttachments.Found {
  /// Whether the folder has all attachments of a note. An import of a file that names none leaves the note its own, and yet an
  /// export has to write them.
  fileprivate func hasAll(of note: Note) -> Bool {
    let digests = Set(files.map(\.attachment.digest))
    return note.attachments.allSatisfy { digests.contains($0.digest) }
  }
}
