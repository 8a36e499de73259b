package import NotesTransfer
import Observation

/// The import of a folder of Markdown, of one Markdown file, or of an export of another program; see `FolderImporter`.
@MainActor @Observable
package final class ImportViewModel: ViewModel {
  package private(set) var state = ImportState()

  private let importer: FolderImporter

  init(importer: FolderImporter) {
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
      try await importer.importNotes(from: path, deletions: mirroring ? .all : .none, restoringPurged: restoringPurged)
      { report in
        await self.show(report)
      }
    }
  }

  private func show(_ report: ImportReport) { state.report = report }
}

/// The state of an import, with the parts of its report.
@dynamicMemberLookup
package struct ImportState: ViewState {
  package var phase: Phase = .idle
  package var report = ImportReport()
  /// Whether no note was moved to the trash since the folder has no files at all.
  package var isEmptyFolder: Bool { phase == .done && report.total == 0 }

  package subscript<Part>(dynamicMember part: KeyPath<ImportReport, Part>) -> Part { report[keyPath: part] }
}
