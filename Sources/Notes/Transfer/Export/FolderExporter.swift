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
  /// - Throws: ``MarkdownFolderError``, ``FileError``, ``StoreError``.
  @concurrent
  package func export(
    to directory: String, replacing: Bool = false, progress: @escaping Progress
  ) async throws {
    try await run(progress) { try await $0.export(to: directory, replacing: replacing) }
  }

  /// Brings a folder in step with the notes outside of the trash. Creates the folder if it does not exist.
  ///
  /// Files that were changed since the last import or export of the folder are left alone and reported: an import takes them
  /// in. So are attachments of other origin, beside which those of notes get other paths.
  ///
  /// - Parameters:
  ///   - replacing: Whether the folder may have files of other origin, and changed files are replaced.
  ///   - adopting: Whether a folder that was neither imported nor mirrored may have files, which stay.
  ///   - mayRemove: Decides whether the files of so many notes that are gone may be removed, of so many files in all. Otherwise
  ///     none is removed, and ``ExportReport/heldRemovals`` says how many were not.
  ///   - progress: Called after each batch, and at the end, also before an error is thrown.
  /// - Throws: ``MarkdownFolderError``, ``FileError``, ``StoreError``.
  @concurrent
  package func mirror(
    to directory: String, replacing: Bool = false, adopting: Bool = false,
    mayRemove: @escaping @Sendable (_ files: Int, _ total: Int) -> Bool = { _, _ in true },
    progress: @escaping Progress
  ) async throws {
    try await run(progress) {
      try await $0.mirror(to: directory, replacing: replacing, adopting: adopting, mayRemove: mayRemove)
    }
  }

  private func run(_ progress: @escaping Progress, _ action: (FolderExport) async throws -> Void) async throws {
    let export = FolderExport(self, progress: progress)
    do {
      try await action(export)
    } catch {
      await progress(export.report)
      throw error
    }
    await progress(export.report)
  }
}
