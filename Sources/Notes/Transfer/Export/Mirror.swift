import NotesDomain

/// A mirror in progress: which files of the folder its notes keep, and which they leave.
///
/// The folder is surveyed before anything is written, so that no note's attachment takes the place of one that another note has.
struct Mirror {
  let folder: MirroredFolder
  var paths: ExportPaths
  /// Whether files may be written over that were changed, or are of other origin.
  let isReplacing: Bool
  /// The import that has just taken in what the folder has; `nil` without one.
  private let precedingImport: PrecedingImport?
  /// The files of notes.
  var current: Set<PathKey> = []
  /// The files that say what their notes say, or will.
  var settled: Set<PathKey> = []
  /// The files that were reported.
  var reported: Set<PathKey> = []
  /// The recorded files of notes.
  private let records: [NoteID: [ImportRecord]]
  /// The files without a record; `nil` until they are needed.
  private var unrecorded: UnrecordedFiles?
  /// The recorded files before anything was written.
  private var surveyed: [PathKey: MirroredFolder.File] = [:]
  /// The contents of the notes that these were compared with.
  private var compared: [PathKey: Compared] = [:]
  /// The contents of attachments that are as an import or export left them.
  private var recorded: [PathKey: BlobDigest] = [:]
  /// The attachments that files of notes have in the end.
  private var used: Set<PathKey> = []
  /// The paths in lower case at which an attachment was found that the folder has perhaps in another spelling: some file systems
  /// ignore case and forms of Unicode.
  private var respelled: Set<String> = []
  /// The attachments that files of notes had, where an export writes them.
  private var former: [PathKey: BlobDigest] = [:]

  init(folder: MirroredFolder, paths: ExportPaths, isReplacing: Bool, precedingImport: PrecedingImport?) {
    self.precedingImport = precedingImport
    self.folder = folder
    self.paths = paths
    self.isReplacing = isReplacing
    records = Dictionary(grouping: folder.records.values, by: \.note)
  }

  /// The attachments that no file of a note has any more, sorted by path, with their contents.
  var obsoleteAttachments: [(path: String, digest: BlobDigest)] {
    former.filter { !used.contains($0.key) && !respelled.contains($0.key.path.lowercased()) }
      .map { ($0.key.path, $0.value) }.sorted { $0.path < $1.path }
  }

  /// Compares the recorded files with their notes, and keeps the places of the attachments that stay where they are.
  /// O(size of the files).
  mutating func survey(_ repository: any NoteRepository) async throws {
    let records = folder.records.values.sorted { $0.path < $1.path }
    for start in stride(from: 0, to: records.count, by: FolderExport.batchSize) {
      let batch = records[start..<min(start + FolderExport.batchSize, records.count)]
      let notes = Dictionary(
        uniqueKeysWithValues: try await repository.notes(Set(batch.map(\.note)).sorted()).map { ($0.id, $0) })
      for record in batch {
        let (path, note) = (record.path, notes[record.note])
        let kept = note.flatMap { paths.keeps($0, at: path) ? $0 : nil }
        let file = try await folder.file(at: path, for: kept)
        surveyed[PathKey(path)] = file
        compared[PathKey(path)] = kept.map(Compared.init)
        keepAttachments(of: file, of: note, at: kept == nil ? note?.place.paths.first ?? path : path)
      }
    }
  }

  /// Keeps the places of attachments that a file has and will have.
  private mutating func keepAttachments(of file: MirroredFolder.File, of note: Note?, at path: String) {
    switch file.state {
    case .missing, .linked: break
    case .changed: if !isReplacing { keep(file) }
    case .current:
      for attachment in file.attachments { own(attachment, of: note) }
      keep(file)
    case .recorded:
      let links = note.map { FileLink.find(in: $0.body) } ?? []
      for attachment in file.attachments {
        own(attachment, of: note)
        if let note, note.trashed == nil,
          note.attachments.contains(where: { $0.isAt(attachment, of: path, links: links) })
        {
          paths.reserve(attachment.path, for: attachment.digest)
        }
      }
    }
  }

  /// Takes an attachment for one that a note had. A file that was found by its name alone may be none, and then no version of the
  /// note has its bytes.
  private mutating func own(_ attachment: MirroredFolder.File.Attachment, of note: Note?) {
    let isKnown = note?.attachments.contains {
      $0.digest == attachment.digest || $0.path.hasSameBytes(as: attachment.path)
    }
    if attachment.isExact || isKnown ?? false { recorded[PathKey(attachment.path)] = attachment.digest }
  }

  /// Returns the fingerprint of a note's file that said what the note says; `nil` for another one, or when the note was changed
  /// since.
  func fingerprint(ofFile path: String, of note: Note) -> ContentDigest? {
    guard case .current(let digest) = surveyed[PathKey(path)]?.state, compared[PathKey(path)] == Compared(note) else {
      return nil
    }
    return digest
  }

  /// Compares a file with its note and with its record, as it was before the mirror wrote attachments; see
  /// ``MirroredFolder/file(at:for:)``.
  func file(at path: String, for note: Note?) async throws -> MirroredFolder.File {
    guard let file = surveyed[PathKey(path)], let text = file.text else {
      return try await folder.file(at: path, for: note)
    }
    if let note, compared[PathKey(path)] != Compared(note) {
      let other = try await folder.file(at: path, for: note)
      if case .current = other.state { return other }
    }
    return await folder.text(at: path) == text ? file.asLeft : MirroredFolder.File(state: .changed)
  }

  /// Returns whether a note's file is as it was when it was compared. Many files are compared before the first of them is written,
  /// and a person may have saved one in the meantime.
  func isUnchanged(_ file: MirroredFolder.File, at path: String) async -> Bool {
    if isReplacing { return true }
    return await folder.text(at: path) == file.text
  }

  /// Returns the first path at which an attachment is about to be written, and another file is than when the path was chosen;
  /// `nil` if there is none.
  func changedAttachment(among attachments: [ExportPaths.AttachmentPath]) async -> String? {
    if isReplacing { return nil }
    for attachment in attachments {
      let expected: BlobDigest?
      switch attachment.occupant {
      case .none: expected = nil
      case .obsolete: expected = recorded[PathKey(attachment.path)]
      case .same, .shared, .other: continue
      }
      do {
        guard try await folder.content(of: attachment.path) == expected else { return attachment.path }
      } catch {
        return attachment.path
      }
    }
    return nil
  }

  /// Keeps the attachments of a file that stays as it is.
  mutating func keep(_ file: MirroredFolder.File) {
    for attachment in file.attachments {
      used.insert(PathKey(attachment.path))
      paths.reserve(attachment.path, for: attachment.digest)
    }
  }

  /// Notes the attachments of a file that is written over or removed.
  mutating func leave(_ file: MirroredFolder.File) {
    for attachment in file.attachments where attachment.isOwn { former[PathKey(attachment.path)] = attachment.digest }
  }

  /// Makes the paths free that notes leave, unless their files were changed, which stay.
  mutating func releasePaths(of notes: [Note]) async throws {
    for note in notes {
      for path in paths.abandonedPaths(of: note) {
        switch try await file(at: path, for: nil).state {
        case .missing, .recorded: paths.release(path, of: note.id)
        case .changed: if isReplacing { paths.release(path, of: note.id) }
        case .current, .linked: break
        }
      }
    }
  }

  /// Returns whether a file that is missing is not written: it went since the import, and that may be meant.
  func holdsBack(_ path: String, of note: Note) -> Bool {
    guard let precedingImport, let record = folder.records[PathKey(path)] else { return false }
    return record.note == note.id && !record.isAnnounced && !precedingImport.restored.contains(PathKey(path))
  }

  /// Goes on with the recorded files of a note as they are.
  mutating func keepFiles(of note: NoteID) {
    for record in records[note] ?? [] { current.insert(PathKey(record.path)) }
  }

  /// Returns a file elsewhere in the folder that is perhaps that of a note, which has none at a recorded path: a person moved it, or
  /// the mirror of another device. With a second file at its own path, the note would become two notes. `nil` if there is none.
  ///
  /// - Parameter path: The path of the note's file; `nil` if it has none any more.
  mutating func movedFile(of note: NoteID, besides path: String?) async throws -> String? {
    let records = records[note] ?? []
    for record in records {
      guard case .missing = surveyed[PathKey(record.path)]?.state else { return nil }
    }
    if unrecorded == nil { unrecorded = try await folder.unrecordedFiles() }
    return unrecorded?.file(of: note, gone: records, besides: path, except: settled)
  }

  /// Returns the paths of a note's attachments, in order; see ``ExportPaths``. `nil` if one would be behind a symbolic link.
  mutating func paths(forAttachmentsOf note: Note, at path: String) async -> [ExportPaths.AttachmentPath]? {
    struct Linked: Error {}
    let result = try? await paths.paths(forAttachmentsOf: note, at: path) {
      [folder, recorded, isReplacing] path, digest in
      guard !folder.isLinked(path.enclosingPath) else { throw Linked() }
      do {
        guard let content = try await folder.content(of: path) else { return .none }
        if content == digest { return .same }
        return isReplacing || recorded[PathKey(path)] == content ? .obsolete : .other
      } catch {
        // What is there cannot be read, and so cannot be known to be of no use.
        return .other
      }
    }
    guard let result else { return nil }
    used.formUnion(result.map { PathKey($0.path) })
    respelled.formUnion(result.filter { $0.occupant != .none }.map { $0.path.lowercased() })
    return result
  }
}

extension MirroredFolder.File {
  /// The file with a state that does not depend on what its note says by now: it said what a note of the store said.
  fileprivate var asLeft: Self {
    guard case .current = state else { return self }
    return Self(state: .recorded, text: text, bareDates: bareDates, attachments: attachments)
  }
}

/// The properties of a note that its file is compared with.
private struct Compared: Hashable {
  let content: ContentDigest
  let isPinned: Bool
  let isArchived: Bool

  init(_ note: Note) {
    (content, isPinned, isArchived) = (ContentDigest(of: note), note.isPinned, note.isArchived)
  }
}

extension Attachment {
  /// Returns whether a folder should have the attachment where it has a file of the same content.
  fileprivate func isAt(_ file: MirroredFolder.File.Attachment, of document: String, links: [FileLink]) -> Bool {
    guard digest == file.digest else { return false }
    guard let given = ExportPaths.givenPath(of: self, at: document, links: links) else {
      return AttachmentFolder.isOwn(file.path, of: name, in: document)
    }
    return given.hasSameBytes(as: file.path)
  }
}
