import NotesDomain

/// Exports all notes to a folder of Markdown, with the archive and the trash.
///
/// An import of that folder into an empty store restores every note. A mirror is an export that is repeated: it has no trash,
/// writes only what changed, and removes the files of notes that are gone. What an export wrote is on the disk when it is done.
package struct FolderExporter: Sendable {
  /// Receives what an export has done so far.
  package typealias Progress = @Sendable (ExportReport) async -> Void

  let repository: any NoteRepository
  let folder: any MarkdownFolder
  let transfer: BlobTransfer
  let history: any NoteHistory

  /// Exports all notes. Creates the folder if it does not exist.
  ///
  /// - Parameters:
  ///   - replacing: Whether the folder may have files, of which those with the same names are replaced.
  ///   - progress: Called after each note, and at the end, also before an error is thrown.
  /// - Returns: The last report.
  /// - Throws: ``MarkdownFolderError``, ``FileError``, ``StoreError``.
  @concurrent
  @discardableResult
  package func export(
    to directory: String, replacing: Bool = false, progress: @escaping Progress = { _ in }
  ) async throws -> ExportReport {
    try await run(progress) { try await $0.export(to: directory, replacing: replacing) }
  }

  /// Brings a folder in step with the notes outside of the trash. Creates the folder if it does not exist.
  ///
  /// Files that were changed since the last import or export of the folder are left alone and reported: an import takes them
  /// in. So are attachments of other origin, beside which those of notes get other paths.
  ///
  /// - Parameters:
  ///   - replacing: Whether the folder may have files of other origin, and changed files are replaced.
  ///   - precedingImport: The import that has just taken in what the folder has; `nil` without one.
  ///   - progress: Called after each batch, and at the end, also before an error is thrown.
  /// - Returns: The last report.
  /// - Throws: ``MarkdownFolderError``, ``FileError``, ``StoreError``.
  @concurrent
  @discardableResult
  package func mirror(
    to directory: String, replacing: Bool = false, after precedingImport: PrecedingImport? = nil,
    progress: @escaping Progress = { _ in }
  ) async throws -> ExportReport {
    try await run(progress) { try await $0.mirror(to: directory, replacing: replacing, after: precedingImport) }
  }

  private func run(
    _ progress: @escaping Progress, _ action: (FolderExport) async throws -> Void
  ) async throws -> ExportReport {
    let export = FolderExport(self, progress: progress)
    do {
      try await action(export)
    } catch {
      await progress(export.report)
      throw error
    }
    await progress(export.report)
    return export.report
  }
}

/// The facts that the import of a folder leaves to the mirror that follows it.
///
/// The folder is there, and may have files of other origin, which stay. A file that is gone since is not written again: the next import
/// decides about it.
package struct PrecedingImport: Sendable {
  /// The recorded files that are gone, and are written again, since their notes were changed here.
  let restored: Set<PathKey>
  /// Decides whether the files of so many notes that are gone may be removed, of so many files in all. Otherwise none is removed,
  /// and ``ExportReport/heldRemovals`` says how many were not.
  let mayRemove: @Sendable (_ files: Int, _ total: Int) -> Bool
}
