import Foundation
import NotesDomain
import NotesFiles
import NotesFronts
import NotesPersistence
import NotesTestSupport
import NotesViewModels
import Testing
import Wiring
import WiringTesting

@testable import NotesCLI
@testable import notesctl

/// The whole program from its production modules; each test replaces one object.
@MainActor
@Suite struct CompositionTests {
  private let folder = TemporaryFolder()

  private var environment: [String: String] {
    ["HOME": folder.path, "NOTESCTL_DATA_DIR": folder.path + "/data", "EDITOR": "true"]
  }

  private func run(
    _ arguments: [String], overrides: @escaping (inout Overrides) -> Void = { _ in }
  ) async -> NotesCLI.ExitStatus {
    await CommandLineInterface(
      environment: environment, context: readContext, configuration: DiskConfigurationFiles(),
      features: CommandFeature.all,
      modules: { productionModules(for: $0) }, overrides: overrides
    ).run(arguments)
  }

  @Test(arguments: [Profile.production, .test])
  func `the modules are complete for every command`(profile: Profile) throws {
    #expect(try screens(of: .device, AddCommand.Screen.self, profile) == 34)
    #expect(try screens(of: .web, WebCommand.Screen.self, profile) == 1)
    #expect(try screens(of: .server, ServeCommand.Screen.self, profile) == 7)
  }

  /// Validates the modules for a composition, and returns the number of its screens.
  private func screens<Screen>(
    of composition: Composition, _ screen: Screen.Type, _ profile: Profile
  ) throws -> Int? {
    let invocation = try Invocation(
      CommandNeeds(composition: composition), dataDirectory: nil, environment: environment)
    let modules: [any Module] =
      [CLIModule(invocation: invocation, console: StandardConsole(ConsoleSettings(environment: environment)))]
      + productionModules(for: invocation)
    return expectWired(screen, modules: modules, profile: profile)?.roots.count
  }

  @Test func `the program stores a note and finds it`() async throws {
    #expect(await run(["add", "A walk by the canal", "--title", "Sunday"]) == .success)
    let repository = try await Plan((any NoteRepository).self, modules: [PersistenceModule(), Settings(folder)])
      .buildAsync()
      .root
    #expect(try await repository.search(SearchQuery("canal")).hits.map(\.note.title) == ["Sunday"])
  }

  @Test func `another clock determines the times of notes`() async throws {
    let wallClock = FixedClock(Timestamp(millisecondsSince1970: 0))
    #expect(await run(["add", "Old"], overrides: { $0.replace((any WallClock).self, with: wallClock) }) == .success)
    let repository = try await Plan((any NoteRepository).self, modules: [PersistenceModule(), Settings(folder)])
      .buildAsync()
      .root
    #expect(try await repository.list(NoteQuery()).map(\.created) == [wallClock.now()])
  }

  @Test func `a text from another editor is in the store`() async throws {
    let drafts = InMemoryDraftStore()
    let status = await run(["add"]) { overrides in
      overrides.replace((any DraftStore).self, with: drafts)
      overrides.replace((any ExternalEditor).self, with: ScriptedEditor(drafts: drafts) { _ in "# Typed" })
    }
    #expect(status == .success)
    let repository = try await Plan((any NoteRepository).self, modules: [PersistenceModule(), Settings(folder)])
      .buildAsync()
      .root
    #expect(try await repository.list(NoteQuery()).map(\.title) == ["Typed"])
  }

  @Test func `a failing store determines the exit status`() async throws {
    let store = InMemoryNoteRepository()
    store.failure = .locked(path: "/store")
    #expect(await run(["list"], overrides: { $0.replace((any NoteRepository).self, with: store) }) == .tryAgain)
  }

  @Test func `a command that only prints builds no graph and opens no file`() async {
    for arguments in [["--version"], ["help"], ["help", "add"], ["--help"], ["--generate-completion-script", "zsh"]] {
      let program = CommandLineInterface(
        environment: [:],
        context: { _ in
          Issue.record("read a context file by \(arguments)")
          return .none
        }, configuration: DiskConfigurationFiles(),
        features: CommandFeature.all,
        modules: { _ in
          Issue.record("asked for modules by \(arguments)")
          return []
        })
      #expect(await program.run(arguments) == .success)
    }
  }

  @Test(.forbidExternal) func `a usage error is reported before the store opens`() async throws {
    #expect(await run(["list", "is:xyz"]) == .usage)
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/data"))
  }

  @Test(.forbidExternal) func `the graph and the help open no file`() async throws {
    #expect(await run(["graph"]) == .success)
    #expect(await run(["--version"]) == .success)
    #expect(await run(["help"]) == .success)
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/data"))
  }
}

/// The settings of a store in a folder.
private struct Settings: Module {
  private let path: String

  init(_ folder: TemporaryFolder) {
    path = folder.path
  }

  func configure(_ binder: inout Binder) {
    binder.bind(StoreSettings.self, to: StoreSettings(path: path + "/data/notes.sqlite"))
    binder.bind(InspectedFiles.self, to: InspectedFiles())
  }
}
