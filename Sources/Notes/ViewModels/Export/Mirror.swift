import NotesDomain

/// A mirror in progress: which files of the folder its notes keep, and which they leave.
///
/// The folder is surveyed before anything is written, so that no note's attachment takes the place of one that another note has.
struct Mirror {
  let folder: MirroredFolder
  var paths: ExportPaths
  /// Whether files may be written over that were changed, or are of other origin.
  let isReplacing: Bool
  /// The files of notes.
  var current: Set<PathKey> = []
  /// The files that say what their notes say.
  private var unchanged: [PathKey: Unchanged] = [:]
  /// The contents of attachments that are as an import or export left them.
  private var recorded: [PathKey: BlobDigest] = [:]
  /// The attachments that files of notes have in the end.
  private var used: Set<PathKey> = []
  /// The attachments that files of notes had, where an export writes them.
  private var former: [PathKey: BlobDigest] = [:]

  init(folder: MirroredFolder, paths: ExportPaths, isReplacing: Bool) {
    self.folder = folder
    self.paths = paths
    self.isReplacing = isReplacing
  }

  /// The attachments that no file of a note has any more, sorted by path, with their contents.
  var obsoleteAttachments: [(path: String, digest: BlobDigest)] {
    former.filter { !used.contains($0.key) }.map { ($0.key.path, $0.value) }.sorted { $0.path < $1.path }
  }

  /// Compares the recorded files with their notes, and keeps the places of the attachments that stay where they are.
  /// O(size of the files).
  mutating func survey(_ repository: any NoteRepository) async throws {
    let records = folder.records.values.sorted { $0.path < $1.path }
    for start in stride(from: 0, to: records.count, by: ExportViewModel.batchSize) {
      let batch = records[start..<min(start + ExportViewModel.batchSize, records.count)]
      let notes = Dictionary(
        uniqueKeysWithValues: try await repository.notes(Set(batch.map(\.note)).sorted()).map { ($0.id, $0) })
      for record in batch {
        let note = notes[record.note].flatMap { paths.keeps($0, at: record.path) ? $0 : nil }
        add(try await folder.file(at: record.path, for: note), at: record.path, of: note)
      }
    }
  }

  private mutating func add(_ file: MirroredFolder.File, at path: String, of note: Note?) {
    switch file.state {
    case .missing: break
    case .current(let digest):
      unchanged[PathKey(path)] = note.map { Unchanged(file: digest, note: $0) }
      for attachment in file.attachments { recorded[PathKey(attachment.path)] = attachment.digest }
      keep(file)
    case .changed:
      if !isReplacing { keep(file) }
    case .recorded:
      let links = note.map { FileLink.find(in: $0.body) } ?? []
      for attachment in file.attachments {
        recorded[PathKey(attachment.path)] = attachment.digest
        if let note, note.attachments.contains(where: { $0.isAt(attachment, of: path, links: links) }) {
          paths.reserve(attachment.path, for: attachment.digest)
        }
      }
    }
  }

  /// Returns the fingerprint of a note's file that said what the note says; `nil` for another one, or when the note was changed
  /// since.
  func fingerprint(ofFile path: String, of note: Note) -> ContentDigest? {
    unchanged[PathKey(path)].flatMap { $0 == Unchanged(file: $0.file, note: note) ? $0.file : nil }
  }

  /// Keeps the attachments of a file that stays as it is.
  mutating func keep(_ file: MirroredFolder.File) {
    for attachment in file.attachments {
      used.insert(PathKey(attachment.path))
      paths.reserve(attachment.path, for: attachment.digest)
    }
  }

  /// Notes the attachments of a file that is written over or removed.
  mutating func leave(_ file: MirroredFolder.File, of document: MarkdownDocument) {
    let listed = Set((document.attachments ?? []).map(PathKey.init))
    for (path, digest) in file.attachments where listed.contains(PathKey(path)) {
      guard AttachmentFolder.isOwn(path, of: AttachmentFolder.name(in: path), in: document.path) else { continue }
      former[PathKey(path)] = digest
    }
  }

  /// Makes the paths free that notes leave, unless their files were changed, which stay.
  mutating func releasePaths(of notes: [Note]) async throws {
    for note in notes {
      guard let path = paths.abandonedPath(of: note) else { continue }
      switch try await folder.file(at: path, for: nil).state {
      case .missing, .recorded: paths.release(note.id)
      case .current, .changed: break
      }
    }
  }

  /// Returns the paths of a note's attachments, in order; see ``ExportPaths``.
  mutating func paths(forAttachmentsOf note: Note, at path: String) async -> [ExportPaths.AttachmentPath] {
    let result = await paths.paths(forAttachmentsOf: note, at: path) { [folder, recorded, isReplacing] path, digest in
      do {
        guard let content = try await folder.content(of: path) else { return .none }
        if content == digest { return .same }
        return isReplacing || recorded[PathKey(path)] == content ? .obsolete : .other
      } catch {
        // What is there cannot be read, and so cannot be known to be of no use.
        return .other
      }
    }
    used.formUnion(result.map { PathKey($0.path) })
    return result
  }
}

/// A file that said what its note said.
private struct Unchanged: Hashable {
  /// The fingerprint of the file.
  let file: ContentDigest
  let content: ContentDigest
  let isPinned: Bool
  let isArchived: Bool

  init(file: ContentDigest, note: Note) {
    self.file = file
    (content, isPinned, isArchived) = (ContentDigest(of: note), note.isPinned, note.isArchived)
  }
}

extension Attachment {
  /// Returns whether a folder should have the attachment where it has a file of the same content.
  fileprivate func isAt(_ file: (path: String, digest: BlobDigest), of document: String, links: [FileLink]) -> Bool {
    guard digest == file.digest else { return false }
    guard let given = ExportPaths.givenPath(of: self, at: document, links: links) else {
      return AttachmentFolder.isOwn(file.path, of: name, in: document)
    }
    return given.hasSameBytes(as: file.path)
  }
}
