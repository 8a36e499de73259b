package import NotesTransfer
import Observation

/// The export of all notes to a folder of Markdown; see `FolderExporter`.
@MainActor @Observable
package final class ExportViewModel: ViewModel {
  package private(set) var state = ExportState()

  private let exporter: FolderExporter

  init(exporter: FolderExporter) {
    self.exporter = exporter
  }

  /// Exports all notes. Creates the folder if it does not exist.
  ///
  /// - Parameter replacing: Whether the folder may have files, of which those with the same names are replaced.
  package func exportFolder(_ directory: String, replacing: Bool = false) async {
    state = ExportState(phase: .working)
    state.phase = await .after {
      try await exporter.export(to: directory, replacing: replacing) { report in await self.show(report) }
    }
  }

  /// Brings a folder in step with the notes outside of the trash. Creates the folder if it does not exist.
  ///
  /// - Parameter replacing: Whether the folder may have files of other origin, and changed files are replaced.
  package func mirror(to directory: String, replacing: Bool = false) async {
    state = ExportState(phase: .working)
    state.phase = await .after {
      try await exporter.mirror(to: directory, replacing: replacing) { report in await self.show(report) }
    }
  }

  private func show(_ report: ExportReport) { state.report = report }
}

/// The state of an export, with the parts of its report.
@dynamicMemberLookup
package struct ExportState: ViewState {
  package var phase: Phase = .idle
  package var report = ExportReport()

  package subscript<Part>(dynamicMember part: KeyPath<ExportReport, Part>) -> Part { report[keyPath: part] }
}
