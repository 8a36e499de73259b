package import NotesDomain
import Observation

/// The import of a folder of Markdown, or of an export of Joplin or Evernote, which is unpacked to such a folder.
///
/// Documents are read and stored in batches, so that memory does not grow with the folder, and each batch is one
/// transaction: repeating an interrupted import completes it. Repeating a completed import changes nothing, since the store
/// records the fingerprint of each file.
@MainActor @Observable
package final class ImportViewModel: ViewModel {
  /// The number of documents in a batch.
  static let batchSize = 500

  package private(set) var state = ImportState()

  private let repository: any NoteRepository
  private let folder: any MarkdownFolder
  private let archives: any ArchiveUnpacker
  private let ids: any NoteIDGenerator
  private let transfer: BlobTransfer

  init(
    repository: any NoteRepository, folder: any MarkdownFolder, archives: any ArchiveUnpacker,
    ids: any NoteIDGenerator, transfer: BlobTransfer
  ) {
    self.repository = repository
    self.folder = folder
    self.archives = archives
    self.ids = ids
    self.transfer = transfer
  }

  /// Imports all Markdown files of a folder, or all notes of an archive. Files and notes that cannot be read are reported in the
  /// state and skipped.
  package func importNotes(from path: String) async {
    state = ImportState(phase: .working)
    state.phase = await .after {
      guard ArchiveFormat(path: path) != nil else { return try await importFolder(path) }
      let archive = try await unpack(path)
      defer { archives.remove(archive) }
      state.archiveProblems = archive.problems
      try await importFolder(archive.directory, as: archive.root)
    }
  }

  @concurrent
  private nonisolated func unpack(_ path: String) async throws -> UnpackedArchive { try archives.unpack(path) }

  /// - Parameter root: The path under which the files are recorded; `nil` for the folder's own.
  private func importFolder(_ directory: String, as recorded: String? = nil) async throws {
    let (canonical, entries) = try await listing(directory)
    let root = recorded ?? canonical
    state.total = entries.count
    let batches = stride(from: 0, to: entries.count, by: Self.batchSize).map {
      Array(entries[$0..<min($0 + Self.batchSize, entries.count)])
    }
    // Reads the next batch while one is stored.
    var claimed: Set<NoteID> = []
    var next = batches.first.map { read($0, in: directory) }
    for index in batches.indices {
      let documents = await next?.value ?? []
      next = index + 1 < batches.count ? read(batches[index + 1], in: directory) : nil
      try await store(documents, of: directory, from: root, claimed: &claimed)
      state.finished += documents.count
    }
  }

  private typealias Reading = Result<MarkdownDocument, MarkdownFileError>

  @concurrent
  private nonisolated func listing(_ directory: String) async throws -> (String, [MarkdownFileEntry]) {
    (try folder.canonicalPath(of: directory), try folder.entries(in: directory))
  }

  private func read(_ entries: [MarkdownFileEntry], in directory: String) -> Task<[Reading], Never> {
    Task.detached { [folder] in
      entries.map { entry in
        Result { () throws(MarkdownFileError) in try folder.read(entry, in: directory) }
      }
    }
  }

  private func store(
    _ readings: [Reading], of directory: String, from root: String, claimed: inout Set<NoteID>
  ) async throws {
    var documents: [MarkdownDocument] = []
    for reading in readings {
      switch reading {
      case .success(let document):
        documents.append(document)
        if let reason = document.frontMatterProblem {
          state.warnings.append(MarkdownFileError(path: document.path, reason: reason))
        }
      case .failure(let problem): state.problems.append(problem)
      }
    }
    let (batch, copies) = try await write(documents, of: directory, from: root, claimed: claimed)
    state.problems += batch.problems
    claimed = batch.claimed
    state.added += batch.added
    state.updated += batch.updated - copies
    state.keptBoth += batch.keptBoth + copies
    state.unchanged += batch.unchanged
  }

  /// Compares and stores a batch off the main actor, since it takes about 100 ms.
  ///
  /// - Returns: The batch, and the number of documents that became copies since their notes had changed meanwhile.
  @concurrent
  private nonisolated func write(
    _ documents: [MarkdownDocument], of directory: String, from root: String, claimed: Set<NoteID>
  ) async throws -> (ImportBatch, copies: Int) {
    let batch = try await ImportBatch(
      documents, from: root, repository: repository, ids: ids,
      attachments: ImportedAttachments(transfer: transfer, directory: directory), claimed: claimed)
    let refused = Set(try await repository.store(batch.items))
    // The store refuses notes that changed since the comparison. Their documents become new notes.
    let copies = batch.items.filter { refused.contains($0.note.id) }
      .map { $0.copied(id: ids.next(created: $0.note.created)) }
    if !copies.isEmpty { _ = try await repository.store(copies) }
    return (batch, copies.count)
  }
}

extension ImportItem {
  /// Returns the item as a new note.
  fileprivate func copied(id: NoteID) -> ImportItem {
    let note = note.copied(as: id)
    return ImportItem(
      note: note,
      record: ImportRecord(directory: record.directory, path: record.path, digest: record.digest, note: note))
  }
}

/// The state of an import.
package struct ImportState: ViewState {
  package var phase: Phase = .idle
  /// The number of files.
  package var total = 0
  /// The number of processed files.
  package var finished = 0
  /// The number of new notes.
  package var added = 0
  /// The number of notes that were updated from changed files.
  package var updated = 0
  /// The number of files without changes.
  package var unchanged = 0
  /// The number of changed files whose notes had changed, too; each became a new note.
  package var keptBoth = 0
  /// The files that were not imported, in the order of their paths.
  package var problems: [MarkdownFileError] = []
  /// The files with front matter that could not be read, and was kept as it is.
  package var warnings: [MarkdownFileError] = []
  /// The notes and attachments of an archive that were left out or changed.
  package var archiveProblems: [ArchiveProblem] = []
}
