package import NotesDomain
import Observation

/// The export of all notes to a folder of Markdown, with the archive and the trash.
///
/// An import of that folder into an empty store restores every note. A mirror is an export that is repeated: it has no trash,
/// writes only what changed, and removes the files of notes that are gone.
@MainActor @Observable
package final class ExportViewModel: ViewModel {
  /// The number of notes that are read at a time.
  static let batchSize = 500

  package private(set) var state = ExportState()

  private let repository: any NoteRepository
  private let folder: any MarkdownFolder
  private let transfer: BlobTransfer

  init(repository: any NoteRepository, folder: any MarkdownFolder, transfer: BlobTransfer) {
    self.repository = repository
    self.folder = folder
    self.transfer = transfer
  }

  /// Exports all notes. Creates the folder if it does not exist.
  ///
  /// - Parameter replacing: Whether the folder may have files, of which those with the same names are replaced.
  package func exportFolder(_ directory: String, replacing: Bool = false) async {
    state = ExportState(phase: .working)
    state.phase = await .after {
      try await prepare(directory, replacing: replacing)
      let statistics = try await repository.statistics()
      state.total = statistics.active + statistics.archived + statistics.trashed
      var paths = ExportPaths(notebooks: statistics.notebooks.map(\.name))
      try await forEachBatch { notes in
        for note in notes {
          guard let path = path(for: note, among: &paths) else { continue }
          _ = try await write(note, to: path, among: &paths, in: directory, replacing: replacing)
          state.finished += 1
        }
      }
    }
  }

  /// Brings a folder in step with the notes outside of the trash. Creates the folder if it does not exist.
  ///
  /// Files that were changed since the last import or export of the folder are left alone and reported: an import takes them
  /// in.
  ///
  /// - Parameter replacing: Whether the folder may have files of other origin, and changed files are replaced.
  package func mirror(to directory: String, replacing: Bool = false) async {
    state = ExportState(phase: .working)
    state.phase = await .after {
      let mirror = try await prepareMirror(directory, replacing: replacing)
      let statistics = try await repository.statistics()
      state.total = statistics.active + statistics.archived
      var paths = ExportPaths(notebooks: statistics.notebooks.map(\.name), records: Array(mirror.records.values))
      var (current, former): (Set<String>, [String]) = ([], [])
      try await forEachBatch { notes in
        try await releasePaths(of: notes, among: &paths, in: mirror)
        var (records, respelled): ([ImportRecord], [ImportRecord]) = ([], [])
        for note in notes where note.trashed == nil {
          guard let path = path(for: note, among: &paths) else { continue }
          current.insert(path)
          var found = try await mirror.state(of: path, for: note)
          if let namesake = mirror.namesake(of: path) {
            // Some file systems take it for the same file.
            found = try await mirror.state(of: namesake, for: nil)
            if case .recorded = found, let record = mirror.records[namesake] {
              try await remove(namesake, in: mirror.root)
              state.removed += 1
              current.insert(namesake)
              respelled.append(record)
            }
          }
          if let record = try await update(note, at: path, found, of: mirror, among: &paths, replacing: replacing) {
            records.append(record)
          }
          if case .recorded(let document) = found { former += document.ownAttachments }
          state.finished += 1
        }
        try await repository.replaceImportRecords(respelled, with: records)
      }
      try await removeFiles(of: mirror, except: current, attachments: former, paths: paths)
    }
  }

  private func forEachBatch(_ body: ([Note]) async throws -> Void) async throws {
    var last: NoteID?
    while true {
      let notes = try await repository.page(after: last, limit: Self.batchSize)
      guard let end = notes.last else { return }
      try await body(notes)
      last = end.id
    }
  }

  /// Returns the path of a note; `nil` if it is too long, which is reported.
  private func path(for note: Note, among paths: inout ExportPaths) -> String? {
    let path = paths.path(for: note)
    if path.utf8.count <= ExportPaths.maximumBytes { return path }
    state.skipped.append(note.id)
    return nil
  }

  /// Writes a note with its attachments. Returns the record of the file.
  private func write(
    _ note: Note, to path: String, among paths: inout ExportPaths, in directory: String, replacing: Bool
  ) async throws -> ImportRecord {
    let (attachments, missing) = try await writeAttachments(
      of: note, to: paths.paths(forAttachmentsOf: note, at: path), in: directory, replacing: replacing)
    for (attachment, isDamaged) in missing {
      state.missing.append(MissingAttachment(note: path, name: attachment.name, isDamaged: isDamaged))
    }
    var document = MarkdownDocument(
      note, path: path, attachments: attachments.map(\.path), missing: missing.map(\.attachment))
    document.digest = try await write(document, in: directory)
    return ImportRecord(
      directory: directory, path: path, digest: document.fingerprint(with: attachments.map(\.digest)), note: note)
  }

  /// Writes the attachments of a note.
  ///
  /// - Returns: The paths and contents of the written ones, and those that were left out since their bytes are missing or
  ///   damaged.
  private func writeAttachments(
    of note: Note, to files: [ExportPaths.AttachmentPath], in directory: String, replacing: Bool
  ) async throws -> (
    written: [(path: String, digest: BlobDigest)], missing: [(attachment: Attachment, isDamaged: Bool)]
  ) {
    var (written, missing): ([(String, BlobDigest)], [(Attachment, Bool)]) = ([], [])
    for (attachment, file) in zip(note.attachments, files) {
      let location = FileLocation.inside(folder: directory, path: file.path)
      switch try await transfer.write(attachment, to: location, replacing: replacing || file.isShared) {
      case .written:
        state.attachments += 1
        written.append((file.path, attachment.digest))
      case .missing: missing.append((attachment, false))
      case .damaged: missing.append((attachment, true))
      }
    }
    return (written, missing)
  }

  @concurrent
  private nonisolated func prepare(_ directory: String, replacing: Bool) async throws {
    try folder.prepare(directory, replacing: replacing)
  }

  @concurrent
  private nonisolated func write(_ document: MarkdownDocument, in directory: String) async throws -> ContentDigest {
    try folder.write(document, in: directory)
  }
}

extension ExportViewModel {
  /// Prepares the folder of a mirror: a new or empty one, or one that was imported or mirrored before.
  private func prepareMirror(_ directory: String, replacing: Bool) async throws -> MirroredFolder {
    try await prepare(directory, replacing: true)
    let mirror = try await MirroredFolder(directory, folder: folder, repository: repository, transfer: transfer)
    if mirror.records.isEmpty { try await prepare(directory, replacing: replacing) }
    return mirror
  }

  /// Makes the paths free that notes leave, unless their files were changed, which stay.
  private func releasePaths(
    of notes: [Note], among paths: inout ExportPaths, in mirror: MirroredFolder
  ) async throws {
    for note in notes {
      guard let path = paths.abandonedPath(of: note) else { continue }
      switch try await mirror.state(of: path, for: nil) {
      case .missing, .recorded: paths.release(note.id)
      case .current, .changed: break
      }
    }
  }

  /// Writes a note to its file unless the file says the same, or was changed. Returns the new record of the file.
  private func update(
    _ note: Note, at path: String, _ found: MirroredFolder.FileState, of mirror: MirroredFolder,
    among paths: inout ExportPaths, replacing: Bool
  ) async throws -> ImportRecord? {
    switch found {
    case .current(let digest):
      paths.paths(forAttachmentsOf: note, at: path)
      state.unchanged += 1
      guard mirror.records[path]?.digest != digest || mirror.records[path]?.note != note.id else { return nil }
      return ImportRecord(directory: mirror.root, path: path, digest: digest, note: note)
    case .changed where !replacing:
      paths.paths(forAttachmentsOf: note, at: path)
      state.edited.append(path)
      return nil
    case .missing, .recorded, .changed:
      return try await write(note, to: path, among: &paths, in: mirror.root, replacing: true)
    }
  }

  /// Removes the recorded files that are not current any more, and the attachments that only they or earlier versions of
  /// others had. Attachments elsewhere than where an export writes them may belong to other programs, and stay.
  private func removeFiles(
    of mirror: MirroredFolder, except current: Set<String>, attachments former: [String], paths: ExportPaths
  ) async throws {
    var (obsolete, attachments): ([ImportRecord], [String]) = ([], former)
    for record in mirror.records.values.sorted(by: { $0.path < $1.path }) where !current.contains(record.path) {
      switch try await mirror.state(of: record.path, for: nil) {
      case .recorded(let document):
        try await remove(record.path, in: mirror.root)
        attachments += document.ownAttachments
        state.removed += 1
        obsolete.append(record)
      case .missing: obsolete.append(record)
      case .changed, .current: state.edited.append(record.path)
      }
    }
    for path in Set(attachments).sorted() where !paths.isTaken(path) { try await remove(path, in: mirror.root) }
    try await repository.replaceImportRecords(obsolete, with: [])
  }

  @concurrent
  private nonisolated func remove(_ path: String, in directory: String) async throws {
    try folder.remove(path, in: directory)
  }
}

extension MarkdownDocument {
  /// The listed attachments that are where an export writes them.
  fileprivate var ownAttachments: [String] {
    (attachments ?? []).filter { AttachmentFolder.isOwn($0, of: AttachmentFolder.name(in: $0), in: path) }
  }
}

/// The state of an export.
package struct ExportState: ViewState {
  package var phase: Phase = .idle
  /// The number of notes.
  package var total = 0
  /// The number of processed notes.
  package var finished = 0
  /// The number of written attachments.
  package var attachments = 0
  /// The number of notes whose files in a mirror say the same.
  package var unchanged = 0
  /// The number of files that were removed from a mirror.
  package var removed = 0
  /// The files of a mirror that were changed since the last import or export, and left alone.
  package var edited: [String] = []
  /// The notes that were left out, since the paths of their notebooks are too long for a file system.
  package var skipped: [NoteID] = []
  /// The attachments that were left out.
  package var missing: [MissingAttachment] = []
}

/// An attachment that an export left out, since its bytes on this device are missing or damaged.
package struct MissingAttachment: Sendable, Hashable {
  /// The path of the note's file inside the folder.
  package let note: String
  package let name: String
  /// Whether the bytes are damaged, not missing.
  package var isDamaged = false
}
