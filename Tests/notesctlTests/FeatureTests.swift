import Foundation
import NotesDomain
import NotesFiles
import NotesNetwork
import NotesPersistence
import Testing
import Wiring
import WiringTesting

@testable import NotesCLI
@testable import notesctl

/// The whole program without one of its features: docs/features.md follows that feature through the code.
@MainActor
@Suite struct FeatureTests {
  private let folder = TemporaryFolder()

  /// Runs a command of a device, of a program with some features.
  private func run(
    _ device: String, _ arguments: String..., with features: [ProgramFeature] = []
  ) async -> NotesCLI.ExitStatus {
    await CommandLineInterface(
      environment: ["HOME": folder.path, "EDITOR": "true"], context: readContext,
      configuration: DiskConfigurationFiles(),
      features: CommandFeature.standard + features.map(\.commands),
      modules: { productionModules(for: $0, with: features) }
    ).run(["--data-dir", folder.path + "/" + device] + arguments)
  }

  private func notes(_ device: String) async throws -> [String] {
    let invocation = try Invocation(dataDirectory: folder.path + "/" + device, environment: ["HOME": folder.path])
    let screens = CLIModule(invocation: invocation, console: StandardConsole(ConsoleSettings(environment: [:])))
    let modules: [any Module] = [screens] + productionModules(for: invocation)
    let repository = try await Plan((any NoteRepository).self, modules: modules).buildAsync().root
    return try await repository.list(NoteQuery()).map(\.title).sorted()
  }

  @Test(arguments: ProgramFeature.allCases, [Composition.device, .web, .server])
  func `the modules are complete without a feature`(feature: ProgramFeature, composition: Composition) throws {
    let features = ProgramFeature.allCases.filter { $0 != feature }
    let environment = ["HOME": folder.path]
    let invocation = try Invocation(
      CommandNeeds(composition: composition), dataDirectory: nil, environment: environment)
    let screens = CLIModule(
      invocation: invocation, console: StandardConsole(ConsoleSettings(environment: environment)),
      features: CommandFeature.standard + features.map(\.commands))
    let modules: [any Module] = [screens] + productionModules(for: invocation, with: features)
    let roots: Int? =
      switch composition {
      case .device: expectWired(AddCommand.Screen.self, modules: modules)?.roots.count
      case .web: expectWired(WebCommand.Screen.self, modules: modules)?.roots.count
      case .server: expectWired(ServeCommand.Screen.self, modules: modules)?.roots.count
      }
    #expect(roots != nil)
  }

  @Test func `without encryption, devices sync in plain text`() async throws {
    // Given
    let server = folder.path + "/server.sqlite"
    #expect(await run("desk", "add", "Rye") == .success)
    #expect(await run("train", "add", "Tea") == .success)
    // When
    for device in ["desk", "train", "desk"] {
      #expect(await run(device, "sync", "--mock-network", server) == .success)
    }
    // Then
    for device in ["desk", "train"] { #expect(try await notes(device) == ["Rye", "Tea"]) }
    let files = [server, server + "-wal"].compactMap { FileManager.default.contents(atPath: $0) }
    #expect(files.contains { $0.range(of: Data("Rye".utf8)) != nil })
  }

  @Test func `a device without encryption goes on with the notes of one that has it`() async throws {
    #expect(await run("desk", "add", "Rye", with: ProgramFeature.allCases) == .success)
    #expect(await run("desk", "list") == .success)
    #expect(await run("desk", "doctor", "--offline") != .software)
    #expect(try await notes("desk") == ["Rye"])
  }
}
