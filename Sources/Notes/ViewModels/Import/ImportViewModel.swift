package import NotesDomain
import Observation

/// The import of a folder of Markdown, of one Markdown file, or of an export of another program, which is unpacked to such a
/// folder.
///
/// Documents are read and stored in batches, so that memory does not grow with the folder, and each batch is one
/// transaction: repeating an interrupted import completes it. Repeating a completed import changes nothing, since the store
/// records the fingerprint of each file. Changes of files and changes of their notes are merged as by sync.
@MainActor @Observable
package final class ImportViewModel: ViewModel {
  package private(set) var state = ImportState()

  private let repository: any NoteRepository
  private let folder: any MarkdownFolder
  private let archives: any ArchiveUnpacker
  private let importer: DocumentImporter

  init(
    repository: any NoteRepository, folder: any MarkdownFolder, archives: any ArchiveUnpacker,
    importer: DocumentImporter
  ) {
    self.repository = repository
    self.folder = folder
    self.archives = archives
    self.importer = importer
  }

  /// Imports all Markdown files of a folder, a single one, or all notes of an archive. Files and notes that cannot be read are
  /// reported in the state and skipped.
  ///
  /// - Parameters:
  ///   - mirroring: Whether to move the notes of files that are gone to the trash, unless they were changed here.
  ///   - restoringPurged: Whether unchanged files bring back notes that were purged since an earlier import.
  package func importNotes(from path: String, mirroring: Bool = false, restoringPurged: Bool = false) async {
    state = ImportState(phase: .working)
    state.phase = await .after {
      let archive = ArchiveFormat(path: path) == nil ? nil : try await unpack(path)
      defer { if let archive { archives.remove(archive) } }
      (state.isArchive, state.archiveProblems) = (archive != nil, archive?.problems ?? [])
      var source = if let archive { try await source(of: archive) } else { try await source(of: path) }
      source.restoresPurged = restoringPurged
      try await importFiles(of: source, mirroring: mirroring)
    }
  }

  @concurrent
  private nonisolated func unpack(_ path: String) async throws -> UnpackedArchive { try archives.unpack(path) }

  @concurrent
  private nonisolated func source(of path: String) async throws -> ImportSource {
    try await .files(of: path, in: folder, repository: repository)
  }

  @concurrent
  private nonisolated func source(of archive: UnpackedArchive) async throws -> ImportSource {
    try await .files(of: archive, in: folder, repository: repository)
  }

  private func importFiles(of source: ImportSource, mirroring: Bool) async throws {
    state.total = source.entries.count
    let batches = stride(from: 0, to: source.entries.count, by: DocumentImporter.batchSize).map {
      Array(source.entries[$0..<min($0 + DocumentImporter.batchSize, source.entries.count)])
    }
    // Reads the next batch while one is stored.
    var assignments = ImportAssignments(
      missing: source.missing,
      entries: source.entries.lazy.map { (path: $0.path, isNew: source.owners[PathKey($0.path)] == nil) })
    var next = batches.first.map { read($0, in: source.directory) }
    for index in batches.indices {
      let documents = await next?.value ?? []
      next = index + 1 < batches.count ? read(batches[index + 1], in: source.directory) : nil
      assignments.read += documents.count
      assignments = try await store(documents, of: source, assignments: assignments)
      state.finished += documents.count
    }
    (state.missing, state.elsewhere, state.trashed) = try await importer.settle(
      assignments, of: source, trashing: mirroring)
  }

  private typealias Reading = Result<MarkdownDocument, MarkdownFileError>

  private func read(_ entries: [MarkdownFileEntry], in directory: String) -> Task<[Reading], Never> {
    Task.detached { [folder] in
      entries.map { entry in
        Result { () throws(MarkdownFileError) in try folder.read(entry, in: directory) }
      }
    }
  }

  private func store(
    _ readings: [Reading], of source: ImportSource, assignments: ImportAssignments
  ) async throws -> ImportAssignments {
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
    let (batch, assignments) = try await importer.store(documents, of: source, assignments: assignments)
    state.add(batch)
    return assignments
  }
}

/// The state of an import.
package struct ImportState: ViewState {
  package var phase: Phase = .idle
  /// Whether the files are the notes of an archive, and no files to the user.
  package var isArchive = false
  /// The number of files, or of notes of an archive.
  package var total = 0
  /// The number of processed ones.
  package var finished = 0
  /// The number of new notes.
  package var added = 0
  /// The number of notes that were updated from changed files.
  package var updated = 0
  /// The number of notes whose files were renamed or moved, and are unchanged otherwise.
  package var renamed = 0
  /// The number of notes that were merged with their changed files, since both had changed.
  package var merged = 0
  /// The number of changed files that could not be merged with their changed notes; each became a new note, in a conflict.
  package var conflicting = 0
  /// The number of files without changes.
  package var unchanged = 0
  /// The number of notes that came out of the trash, into which an import had moved them, since their files are back.
  package var restored = 0
  /// The paths of new files whose notes are in the trash, sorted. They are not recorded: a mirror would remove them.
  package var inTrash: [String] = []
  /// The paths of files whose notes were purged since they were imported, sorted.
  package var purged: [String] = []
  /// The paths of files that are gone since the last import, and whose notes were kept.
  package var missing: [String] = []
  /// The files that are gone, and are missed no more: their notes were kept, since other imported folders have equal files.
  package var elsewhere: [FileElsewhere] = []
  /// The number of notes that were moved to the trash, since their files are gone.
  package var trashed = 0
  /// Whether no note was moved to the trash since the folder has no files at all.
  package var isEmptyFolder: Bool { phase == .done && total == 0 }
  /// The files that were not imported, in the order of their paths.
  package var problems: [MarkdownFileError] = []
  /// The files with front matter that could not be read, and was kept as it is.
  package var warnings: [MarkdownFileError] = []
  /// The files that imported notes link to, and that could not be attached.
  package var unattached: [MarkdownFileError] = []
  /// The notes and attachments of an archive that were left out or changed.
  package var archiveProblems: [ArchiveProblem] = []

  fileprivate mutating func add(_ batch: ImportBatch) {
    for (key, outcome) in batch.outcomes {
      switch outcome {
      case .added: added += 1
      case .updated: updated += 1
      case .renamed: renamed += 1
      case .merged: merged += 1
      case .conflicting: conflicting += 1
      case .unchanged: unchanged += 1
      case .restored: restored += 1
      case .inTrash: inTrash.append(key.path)
      case .purged: purged.append(key.path)
      case .skipped: break
      }
    }
    purged.sort()
    inTrash.sort()
    problems += batch.problems
    unattached += batch.unattached
  }
}

/// A file that is gone from its folder, and whose note has an equal file in another imported folder.
package struct FileElsewhere: Sendable, Hashable {
  /// The path inside the folder that the file left.
  package let path: String
  /// The absolute path of the equal file.
  package let other: String
}
