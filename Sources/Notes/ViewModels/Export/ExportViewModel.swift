package import NotesDomain
import Observation

/// The export of all notes to a folder of Markdown, with the archive and the trash.
///
/// An import of that folder into an empty store restores every note. A mirror is an export that is repeated: it has no trash,
/// writes only what changed, and removes the files of notes that are gone. What an export wrote is on the disk when it is done.
@MainActor @Observable
package final class ExportViewModel: ViewModel {
  /// The number of notes that are read at a time.
  nonisolated static let batchSize = 500

  package internal(set) var state = ExportState()

  let repository: any NoteRepository
  let folder: any MarkdownFolder
  let transfer: BlobTransfer
  let versions: VersionFinder
  /// The contents of which the first file could not be written.
  @ObservationIgnored private var omitted: [BlobDigest: BlobWriteResult] = [:]
  /// Whether files were written or removed, perhaps by another run, since the last ``flush(_:)``.
  @ObservationIgnored var isUnflushed = false

  init(
    repository: any NoteRepository, folder: any MarkdownFolder, transfer: BlobTransfer, versions: VersionFinder
  ) {
    self.repository = repository
    self.folder = folder
    self.transfer = transfer
    self.versions = versions
  }

  /// Exports all notes. Creates the folder if it does not exist.
  ///
  /// - Parameter replacing: Whether the folder may have files, of which those with the same names are replaced.
  package func exportFolder(_ directory: String, replacing: Bool = false) async {
    begin()
    state.phase = await .after {
      try await prepare(directory, replacing: replacing)
      let statistics = try await repository.statistics()
      state.total = statistics.active + statistics.archived + statistics.trashed
      var paths = ExportPaths(notebooks: statistics.notebooks.map(\.name))
      try await forEachBatch { notes in
        for note in notes {
          guard let path = path(for: note, among: &paths) else { continue }
          let attachments = await paths.paths(forAttachmentsOf: note, at: path) { _, _ in
            replacing ? .obsolete : .none
          }
          let (document, _) = try await file(of: note, at: path, with: attachments, in: directory)
          try await write(document, in: directory, replacing: replacing)
          state.finished += 1
        }
      }
      try await flush(directory)
    }
  }

  func begin() {
    state = ExportState(phase: .working)
    omitted = [:]
  }

  func forEachBatch(_ body: ([Note]) async throws -> Void) async throws {
    var last: NoteID?
    while true {
      let notes = try await repository.page(after: last, limit: Self.batchSize)
      guard let end = notes.last else { return }
      try await body(notes)
      last = end.id
    }
  }

  /// Returns the path of a note; `nil` if it is too long, which is reported.
  func path(for note: Note, among paths: inout ExportPaths) -> String? {
    let path = paths.path(for: note)
    if path.utf8.count <= ExportPaths.maximumBytes { return path }
    state.skipped.append(note.id)
    return nil
  }

  /// Writes the attachments of a note. Returns its file, which is to be written, and the contents of those that are in the folder.
  ///
  /// - Parameter bareDates: The times that are written as dates, as the file had them. Another time zone would read them as other
  ///   times.
  func file(
    of note: Note, at path: String, with attachments: [ExportPaths.AttachmentPath], bareDates: BareDates = [],
    in directory: String
  ) async throws -> (document: MarkdownDocument, blobs: [BlobDigest]) {
    let (written, missing) = try await writeAttachments(of: note, to: attachments, in: directory)
    for (attachment, isDamaged) in missing {
      state.missing.append(MissingAttachment(note: path, name: attachment.name, isDamaged: isDamaged))
    }
    var document = MarkdownDocument(
      note, path: path, attachments: written.map(\.path), missing: missing.map(\.attachment))
    document.bareDates = bareDates
    return (document, written.map(\.digest))
  }

  /// Returns the attachments of a note with their paths in the order of the file's list. Of several files of one name, the one that
  /// has it in the note comes first, since an import gives the name to the first one and numbers to the others.
  func inOrder(
    _ files: [ExportPaths.AttachmentPath], of note: Note
  ) -> [(attachment: Attachment, file: ExportPaths.AttachmentPath)] {
    zip(note.attachments, files).enumerated().sorted { one, other in
      (one.element.0.lengthOfOtherName(at: one.element.1.path), one.offset)
        < (other.element.0.lengthOfOtherName(at: other.element.1.path), other.offset)
    }.map { (attachment: $0.element.0, file: $0.element.1) }
  }

  /// Writes the attachments of a note.
  ///
  /// - Returns: The paths and contents of those that are in the folder then, and those that were left out since their bytes are
  ///   missing or damaged.
  private func writeAttachments(
    of note: Note, to files: [ExportPaths.AttachmentPath], in directory: String
  ) async throws -> (
    written: [(path: String, digest: BlobDigest)], missing: [(attachment: Attachment, isDamaged: Bool)]
  ) {
    var (written, missing): ([(String, BlobDigest)], [(Attachment, Bool)]) = ([], [])
    for (attachment, file) in inOrder(files, of: note) {
      switch try await write(attachment, to: file, in: directory) {
      case .written: written.append((file.path, attachment.digest))
      case .missing: missing.append((attachment, false))
      case .damaged: missing.append((attachment, true))
      }
    }
    return (written, missing)
  }

  private func write(
    _ attachment: Attachment, to file: ExportPaths.AttachmentPath, in directory: String
  ) async throws -> BlobWriteResult {
    switch file.occupant {
    case .same: return .written
    case .shared: return omitted[attachment.digest] ?? .written
    case .none, .obsolete, .other: break
    }
    let location = FileLocation.inside(folder: directory, path: file.path)
    let result = try await transfer.write(attachment, to: location, replacing: file.occupant == .obsolete)
    if case .written = result {
      state.attachments += 1
      isUnflushed = true
    } else {
      omitted[attachment.digest] = result
    }
    return result
  }

  @concurrent
  nonisolated func prepare(_ directory: String, replacing: Bool) async throws {
    try folder.prepare(directory, replacing: replacing)
  }

  /// Writes the file of a note. Returns its fingerprint, without its attachments.
  ///
  /// - Parameter replacing: Whether there may be a file, which is replaced.
  /// - Throws: ``MarkdownFolderError/exists(path:)`` if there is a file nevertheless.
  @discardableResult
  func write(_ document: MarkdownDocument, in directory: String, replacing: Bool) async throws -> ContentDigest {
    isUnflushed = true
    return try await writeFile(document, in: directory, replacing: replacing)
  }

  @concurrent
  private nonisolated func writeFile(
    _ document: MarkdownDocument, in directory: String, replacing: Bool
  ) async throws -> ContentDigest {
    try folder.write(document, in: directory, replacing: replacing)
  }

  /// Waits until what was written and removed is on the disk, if anything was.
  func flush(_ directory: String) async throws {
    guard isUnflushed else { return }
    try await flushFiles(of: directory)
    isUnflushed = false
  }

  @concurrent
  private nonisolated func flushFiles(of directory: String) async throws { try folder.flush(directory) }
}

extension Attachment {
  /// Returns 0 if the attachment has the name of the file at a path, otherwise the length of its own, which grows with its number.
  fileprivate func lengthOfOtherName(at path: String) -> Int {
    AttachmentFolder.name(in: path).hasSameBytes(as: name) ? 0 : name.utf8.count
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
  /// The files of a mirror that were changed or moved since the last import or export, and left alone.
  package var edited: [String] = []
  /// The files of a mirror that are symbolic links, or behind one, and were left alone.
  package var linked: [String] = []
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
