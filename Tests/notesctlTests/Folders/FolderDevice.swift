import Foundation
import NotesDomain
import NotesPersistence
import NotesTestSupport
import NotesTransfer
import NotesViewModels
import Wiring

@testable import NotesCLI
@testable import notesctl

/// A device with the production modules: a store of its own, the files of the disk, and a server that is a file.
@MainActor
struct FolderDevice {
  struct Parts: Sendable {
    let importing: ImportViewModel
    let exporting: ExportViewModel
    let mirroring: MirrorViewModel
    let attachments: AttachmentsViewModel
    let repository: any NoteRepository
    let blobs: any BlobStore
    let history: any NoteHistory
    let synchronizer: any Synchronizer
  }

  let name: String
  let parts: Parts
  private let graph: Graph<Parts>

  init(_ name: String, in folder: TemporaryFolder) async throws {
    self.name = name
    let environment = [
      "HOME": folder.path, "NOTESCTL_DATA_DIR": folder.path + "/" + name,
      "NOTESCTL_MOCK_NETWORK": folder.path + "/server.sqlite",
    ]
    let invocation = try Invocation(
      CommandNeeds(composition: .device), dataDirectory: nil, environment: environment)
    let modules: [any Module] =
      [CLIModule(invocation: invocation, console: StandardConsole(ConsoleSettings(environment: environment)))]
      + productionModules(for: invocation)
    var settings = FolderMirror.Settings()
    settings.patience = .zero
    graph = try await Plan(Parts.self, modules: modules + [Bindings { $0.bind(Parts.init) }]) { overrides in
      overrides.replace(FolderMirror.Settings.self, with: settings)
    }.buildAsync()
    parts = graph.root
  }

  /// Returns all notes.
  func notes() async throws -> [Note] { try await parts.repository.page(after: nil, limit: 10_000) }
}
