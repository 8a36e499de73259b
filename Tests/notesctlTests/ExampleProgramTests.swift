import Foundation
import NotesDomain
import NotesFiles
import NotesTestSupport
import Testing
import Wiring
import WiringTesting

@testable import NotesCLI
@testable import notesctl

/// The whole program, from the modules of production, with one leaf replaced.
@MainActor
@Suite struct ExampleProgramTests {
  private let folder = TemporaryFolder()

  @Test(.forbidExternal) func `with another store, nothing touches the disk`() async {
    // Given
    let store = InMemoryNoteRepository()
    let program = CommandLineInterface(
      environment: ["HOME": folder.path], context: readContext, configuration: DiskConfigurationFiles(),
      features: CommandFeature.all,
      modules: { productionModules(for: $0) },
      overrides: { $0.replace((any NoteRepository).self, with: store) })
    // When
    let status = await program.run(["add", "Tea"])
    // Then
    #expect(status == .success && store.all.map(\.title) == ["Tea"])
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/.local"))
  }
}
