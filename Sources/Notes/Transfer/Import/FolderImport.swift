import NotesDomain

/// Imports a folder of Markdown, one Markdown file, or an export of another program, which is unpacked to such a folder.
///
/// Documents are read and stored in batches, so that memory does not grow with the folder, and each batch is one
/// transaction: repeating an interrupted import completes it. Repeating a completed import changes nothing, since the store
/// records the fingerprint of each file. Changes of files and changes of their notes are merged as by sync.
package struct FolderImporter: Sendable {
  /// Receives what an import has done so far.
  package typealias Progress = @Sendable (ImportReport) async -> Void

  let repository: any NoteRepository
  let folder: any MarkdownFolder
  let archives: any ArchiveUnpacker
  let importer: DocumentImporter

  /// Imports all Markdown files of a folder, a single one, or all notes of an archive. Files and notes that cannot be read are
  /// reported and skipped.
  ///
  /// - Parameters:
  ///   - deletions: The files that, if they are gone, are taken for deleted: their notes go to the trash, unless they were changed
  ///     here.
  ///   - restoringPurged: Whether unchanged files bring back notes that were purged since an earlier import.
  ///   - progress: Called after each batch, and at the end, also before an error is thrown.
  /// - Returns: The last report.
  /// - Throws: ``ArchiveError``, ``MarkdownFolderError``, ``StoreError``.
  @concurrent
  @discardableResult
  package func importNotes(
    from path: String, deletions: BelievedDeletions = .none, restoringPurged: Bool = false,
    progress: @escaping Progress = { _ in }
  ) async throws -> ImportReport {
    let run = FolderImport(folder: folder, importer: importer, progress: progress)
    do {
      let archive = ArchiveFormat(path: path) == nil ? nil : try archives.unpack(path)
      defer { if let archive { archives.remove(archive) } }
      (run.report.isArchive, run.report.archiveProblems) = (archive != nil, archive?.problems ?? [])
      var source =
        if let archive {
          try await ImportSource.files(of: archive, in: folder, repository: repository)
        } else {
          try await ImportSource.files(of: path, in: folder, repository: repository)
        }
      source.restoresPurged = restoringPurged
      try await run.importFiles(of: source, deletions: deletions)
    } catch {
      await progress(run.report)
      throw error
    }
    await progress(run.report)
    return run.report
  }
}

/// An import in progress.
private final class FolderImport {
  var report = ImportReport()
  private let folder: any MarkdownFolder
  private let importer: DocumentImporter
  private let progress: FolderImporter.Progress

  init(folder: any MarkdownFolder, importer: DocumentImporter, progress: @escaping FolderImporter.Progress) {
    self.folder = folder
    self.importer = importer
    self.progress = progress
  }

  func importFiles(of source: ImportSource, deletions: BelievedDeletions) async throws {
    report.total = source.entries.count
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
      report.finished += documents.count
      await progress(report)
    }
    let gone = try await importer.settle(assignments, of: source, believing: deletions)
    (report.missing, report.deletable) = (gone.kept, gone.deletable)
    (report.elsewhere, report.trashed) = (gone.elsewhere, gone.trashed)
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
          report.warnings.append(MarkdownFileError(path: document.path, reason: reason))
        }
      case .failure(let problem): report.problems.append(problem)
      }
    }
    let (batch, assignments) = try await importer.store(documents, of: source, assignments: assignments)
    report.add(batch)
    return assignments
  }
}
