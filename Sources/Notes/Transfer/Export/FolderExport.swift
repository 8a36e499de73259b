import NotesDomain

/// An export in progress.
final class FolderExport {
  /// The number of notes that are read at a time.
  static let batchSize = 500
  /// The number of files that cannot be written after which the folder cannot be.
  static let maximumUnwritable = 20

  var report = ExportReport()
  let repository: any NoteRepository
  let folder: any MarkdownFolder
  let transfer: BlobTransfer
  let history: any NoteHistory
  let progress: FolderExporter.Progress
  /// The contents of which the first file could not be written.
  private var omitted: [BlobDigest: BlobWriteResult] = [:]
  /// Whether files were written or removed since the last ``flush(_:)``, perhaps by an export that was interrupted.
  var isUnflushed = false

  init(_ exporter: FolderExporter, progress: @escaping FolderExporter.Progress) {
    repository = exporter.repository
    folder = exporter.folder
    transfer = exporter.transfer
    history = exporter.history
    self.progress = progress
  }

  /// Exports all notes.
  func export(to directory: String, replacing: Bool) async throws {
    try folder.prepare(directory, replacing: replacing)
    let statistics = try await repository.statistics()
    report.total = statistics.active + statistics.archived + statistics.trashed
    var paths = ExportPaths(notebooks: statistics.notebooks.map(\.name))
    try await forEachBatch { notes in
      for note in notes {
        guard let path = path(for: note, among: &paths) else { continue }
        let attachments = await paths.paths(forAttachmentsOf: note, at: path) { _, _ in
          replacing ? .obsolete : .none
        }
        let (document, _) = try await file(of: note, at: path, with: attachments, in: directory)
        try write(document, in: directory, replacing: replacing)
        report.finished += 1
        await progress(report)
      }
    }
    try flush(directory)
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
    report.skipped.append(note.id)
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
      report.missing.append(MissingAttachment(note: path, name: attachment.name, isDamaged: isDamaged))
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
      report.attachments += 1
      isUnflushed = true
    } else {
      omitted[attachment.digest] = result
    }
    return result
  }

  /// Writes the file of a note. Returns its fingerprint, without its attachments.
  ///
  /// - Parameter replacing: Whether there may be a file, which is replaced.
  /// - Throws: ``MarkdownFolderError/exists(path:)`` if there is a file nevertheless.
  @discardableResult
  func write(_ document: MarkdownDocument, in directory: String, replacing: Bool) throws -> ContentDigest {
    isUnflushed = true
    return try folder.write(document, in: directory, replacing: replacing)
  }

  /// Waits until what was written and removed is on the disk, if anything was.
  func flush(_ directory: String) throws {
    guard isUnflushed else { return }
    try folder.flush(directory)
    isUnflushed = false
  }
}

extension Attachment {
  /// Returns 0 if the attachment has the name of the file at a path, otherwise the length of its own, which grows with its number.
  fileprivate func lengthOfOtherName(at path: String) -> Int {
    AttachmentFolder.name(in: path).hasSameBytes(as: name) ? 0 : name.utf8.count
  }
}
