import Foundation
import NotesDomain
import NotesNetwork
import NotesPersistence
import Testing
import Wiring
import WiringDefinitions

@testable import NotesCLI
@testable import notesctl

/// The choice of the network.
@Suite(.serialized) struct NetworkTests {
  private let folder = TemporaryFolder()
  private var notesctl: Executable { Executable(folder: folder) }

  private func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: folder.path + "/" + path) }

  private func context(_ text: String) throws -> String {
    try folder.write(Data(text.utf8), to: "context.yaml")
    return folder.path + "/context.yaml"
  }

  /// Returns the network settings of the composition root.
  private func settings(
    option: String? = nil, variable: String? = nil, context: Definitions = .none
  ) async throws -> (network: NetworkSettings, server: ServerStoreSettings) {
    var environment = ["HOME": folder.path]
    environment["NOTESCTL_MOCK_NETWORK"] = variable
    let invocation = try Invocation(
      CommandNeeds(mockNetwork: option), dataDirectory: nil, environment: environment)
    let console = StandardConsole(ConsoleSettings(environment: environment))
    let modules: [any Module] =
      [CLIModule(invocation: invocation, console: console)] + productionModules(for: invocation)
    let graph = try await Plan(AddCommand.Screen.self, modules: modules, context: context).buildAsync()
    return (try await graph.resolveAsync(NetworkSettings.self), try await graph.resolveAsync(ServerStoreSettings.self))
  }

  @Test func `two devices converge over the mock network`() throws {
    #expect(try notesctl.run("--data-dir", "a", "add", "From the desk").status == 0)
    #expect(try notesctl.run("--data-dir", "b", "add", "From the train").status == 0)
    for device in ["a", "b", "a"] {
      let run = try notesctl.run("--data-dir", device, "sync", "--mock-network", "server.sqlite")
      #expect(run.status == 0, "\(run.error)")
    }
    for device in ["a", "b"] {
      let list = try notesctl.run("--data-dir", device, "list").output
      #expect(list.contains("From the desk") && list.contains("From the train"), "\(list)")
    }
  }

  @Test func `two devices that write into the note of today before they sync have one note`() throws {
    // Given
    for (device, text) in [("a", "Fed the starter"), ("b", "Baked the bread")] {
      #expect(try notesctl.run("--data-dir", device, "today", text).status == 0)
    }
    // When
    for device in ["a", "b", "a"] {
      #expect(try notesctl.run("--data-dir", device, "sync", "--mock-network", "server.sqlite").status == 0)
    }
    // Then
    for device in ["a", "b"] {
      #expect(try notesctl.run("--data-dir", device, "list", "--count").output == "1\n")
      let note = try notesctl.run("--data-dir", device, "list", "--full", "--jsonl").output
      #expect(note.contains(#"Fed the starter\nBaked the bread"#), "\(note)")
    }
  }

  @Test func `what was written into the note of today before a sync is undone after it`() throws {
    // Given
    for (device, texts) in [("a", ["Fed the starter"]), ("b", ["Baked the bread", "Wrong"])] {
      for text in texts { #expect(try notesctl.run("--data-dir", device, "today", text).status == 0) }
      #expect(try notesctl.run("--data-dir", device, "sync", "--mock-network", "server.sqlite").status == 0)
    }
    // When
    let undo = try notesctl.run("--data-dir", "b", "undo")
    // Then
    #expect(undo.status == 0, "\(undo.error)")
    let note = try notesctl.run("--data-dir", "b", "list", "--full", "--jsonl").output
    #expect(note.contains(#"Fed the starter\nBaked the bread"#) && !note.contains("Wrong"), "\(note)")
  }

  @Test(arguments: [["a", "b", "a"], ["b", "a", "b"]])
  func `a note that one device purged and another one moved to the trash stays purged`(syncs: [String]) throws {
    // Given
    func run(_ device: String, _ arguments: String...) throws {
      let run = try notesctl.start(["--data-dir", device] + arguments).wait()
      #expect(run.status == 0, "\(run.error)")
    }
    try run("a", "add", "Tea")
    for device in ["a", "b"] { try run(device, "sync", "--mock-network", "server.sqlite") }
    // When
    try run("a", "delete", "Tea")
    try run("a", "purge", "--all", "--force")
    try run("b", "delete", "Tea")
    for device in syncs { try run(device, "sync", "--mock-network", "server.sqlite") }
    // Then
    for device in ["a", "b"] {
      #expect(try notesctl.run("--data-dir", device, "list", "--all", "--count").output == "0\n", "\(device)")
    }
  }

  @Test func `two edits that are too large together are both kept, and a sync ends`() throws {
    // Given a note on two devices
    func edit(_ device: String, _ command: [String], _ keys: ClosedRange<Int>) throws {
      let lines = keys.map { "k\($0): " + String(repeating: "x", count: 50_000) + "\n" }.joined()
      let run = try notesctl.start(
        ["--data-dir", device] + command + ["-", "--front-matter"], input: "---\ntitle: Bread\n\(lines)---\nRye.\n"
      ).wait()
      #expect(run.status == 0, "\(run.error)")
    }
    func sync(_ device: String) throws -> Executable.Ending {
      try notesctl.run("--data-dir", device, "sync", "--mock-network", "server.sqlite")
    }
    try edit("a", ["add"], 2...9)
    for device in ["a", "b"] { #expect(try sync(device).status == 0) }
    // When each adds front matter at another end
    try edit("a", ["edit", "Bread"], 1...9)
    try edit("b", ["edit", "Bread"], 2...10)
    for device in ["a", "b", "a"] {
      let run = try sync(device)
      #expect(run.status == 0, "\(run.error)")
    }
    // Then
    for device in ["a", "b"] {
      let run = try sync(device)
      #expect(run.status == 0 && run.error.hasPrefix("Already up to date."), "\(run.error)")
      #expect(try notesctl.run("--data-dir", device, "list", "--count").output == "2\n")
    }
    // On the device that met both.
    #expect(try notesctl.run("--data-dir", "b", "conflicts", "--jsonl").output.split(separator: "\n").count == 1)
  }

  @Test func `a link that is written while another device renames its note leads to it after a sync`() throws {
    // Given
    func sync(_ devices: String...) throws {
      for device in devices {
        let run = try notesctl.run("--data-dir", device, "sync", "--mock-network", "server.sqlite")
        #expect(run.status == 0, "\(run.error)")
      }
    }
    #expect(try notesctl.run("--data-dir", "a", "add", "--title", "Tea", "green").status == 0)
    #expect(try notesctl.run("--data-dir", "a", "add", "--title", "List", "x").status == 0)
    try sync("a", "b")
    // When
    #expect(try notesctl.run("--data-dir", "a", "title", "Tea", "Oolong").status == 0)
    #expect(try notesctl.run("--data-dir", "b", "append", "List", "[[Tea]]").status == 0)
    try sync("a", "b", "a", "b")
    // Then
    for device in ["a", "b"] {
      #expect(try notesctl.run("--data-dir", device, "show", "List", "--raw").output == "x\n[[Oolong]]")
      #expect(try notesctl.run("--data-dir", device, "links", "--broken").output.isEmpty)
    }
  }

  @Test func `two devices that rename one note have no conflict in the notes that link to it`() throws {
    // Given
    func sync(_ devices: String...) throws {
      for device in devices {
        let run = try notesctl.run("--data-dir", device, "sync", "--mock-network", "server.sqlite")
        #expect(run.status == 0, "\(run.error)")
      }
    }
    #expect(try notesctl.run("--data-dir", "a", "add", "--title", "Tea", "green").status == 0)
    #expect(try notesctl.run("--data-dir", "a", "add", "--title", "List", "[[Tea]]").status == 0)
    try sync("a", "b")
    // When
    #expect(try notesctl.run("--data-dir", "a", "title", "Tea", "Oolong").status == 0)
    #expect(try notesctl.run("--data-dir", "b", "title", "Tea", "Assam").status == 0)
    try sync("a", "b", "a")
    // Then the two names are the conflict
    for device in ["a", "b"] {
      #expect(try notesctl.run("--data-dir", device, "show", "List", "--raw").output == "[[Oolong]]")
      #expect(try notesctl.run("--data-dir", device, "list").output.split(separator: "\n").count == 3)
    }
    let conflicts = try notesctl.run("--data-dir", "b", "conflicts", "--jsonl").output
    #expect(conflicts.split(separator: "\n").count == 1, "\(conflicts)")
    #expect(try notesctl.run("--data-dir", "b", "list").output.contains("Assam (conflicting copy)"))
  }

  @Test func `two devices that import one folder have each note once`() throws {
    // Given
    try folder.write(Data("rye\n".utf8), to: "vault/Kitchen/Bread.md")
    try folder.write(Data("green\n".utf8), to: "vault/Tea.md")
    // When
    for command in [
      ["a", "import", "vault"], ["a", "sync"], ["b", "sync"], ["b", "import", "vault"], ["b", "sync"], ["a", "sync"],
    ] {
      var program = notesctl
      program.environment["NOTESCTL_MOCK_NETWORK"] = folder.path + "/server.sqlite"
      let run = try program.start(["--data-dir"] + command).wait()
      #expect(run.status == 0, "\(command): \(run.error)")
    }
    // Then
    for device in ["a", "b"] { #expect(try notesctl.run("--data-dir", device, "list", "--count").output == "2\n") }
    let again = try notesctl.run("--data-dir", "a", "import", "vault")
    #expect(again.error.contains("0 new, 0 updated, 2 unchanged"), "\(again.error)")
  }

  @Test func `a sync without a network fails with status 78 and creates no server store`() throws {
    let run = try notesctl.run("sync")
    #expect(run.status == 78 && run.error.contains("--mock-network"), "\(run.error)")
    #expect(!exists(".local/share/notesctl/server.sqlite"))
  }

  @Test func `the status of a device opens no server store`() throws {
    for command in [["sync", "status"], ["list"], ["add", "text"], ["graph"]] {
      var program = notesctl
      program.environment["NOTESCTL_MOCK_NETWORK"] = folder.path + "/server.sqlite"
      #expect(try program.start(command).wait().status == 0, "\(command)")
      #expect(!exists("server.sqlite"), "\(command)")
    }
  }

  @Test func `the option precedes the variable, and that the file`() async throws {
    let context = readContext(at: try context("values: {mockNetwork: /file}"))
    #expect(try await settings().network.mockNetwork == nil)
    #expect(try await settings(context: context).network.mockNetwork == "/file")
    #expect(try await settings(variable: "/variable", context: context).network.mockNetwork == "/variable")
    #expect(try await settings(variable: "", context: context).network.mockNetwork == "/file")
    let all = try await settings(option: "/option", variable: "/variable", context: context)
    #expect(all.network.mockNetwork == "/option")
    #expect(all.server.path == "/option")
  }

  @Test func `a context file configures the faults of the network`() async throws {
    let path = ContextFileTests.path(of: "demo.yaml")
    let invocation = try Invocation(dataDirectory: nil, environment: ["HOME": folder.path])
    let console = StandardConsole(ConsoleSettings(environment: [:]))
    let modules: [any Module] =
      [CLIModule(invocation: invocation, console: console)] + productionModules(for: invocation)
    let graph = try await Plan(
      AddCommand.Screen.self, modules: modules, context: readContext(at: path), profile: "demo"
    ).buildAsync()
    let faults = try await graph.resolveAsync(NetworkFaults.self)
    #expect(faults.loss == Probability(percent: 15) && faults.latency == 60 && faults.seed == 7)
    #expect(faults.partitions == .never)
  }

  @Test(arguments: ["loss: 1.5", "loss: often", "latency: -1", "seed: -1", "lost: 0.5"])
  func `invalid faults are rejected with status 78`(property: String) throws {
    let path = try context("objects: {faults: {class: NetworkFaults, as: NetworkFaults, properties: {\(property)}}}")
    let run = try notesctl.run("--context", path, "list")
    #expect(run.status == 78 && run.error.contains("context.yaml:1:"), "\(run.error)")
  }

  @Test func `the journey has no network, whatever the environment`() throws {
    var program = notesctl
    program.environment["NOTESCTL_MOCK_NETWORK"] = folder.path + "/server.sqlite"
    #expect(try program.run("--context", ContextFileTests.path(of: "offline.xml"), "sync").status == 78)
    #expect(!exists("server.sqlite"))
  }

  @Test func `the demonstration converges over its faulty network`() throws {
    var program = notesctl
    program.environment["TMPDIR"] = folder.path
    let demo = ContextFileTests.path(of: "demo.yaml")
    #expect(try program.run("--context", demo, "--data-dir", "a", "add", "From the desk").status == 0)
    for device in ["a", "b"] {
      let run = try program.run("--context", demo, "--data-dir", device, "sync")
      #expect(run.status == 0, "\(run.error)")
    }
    #expect(try program.run("--context", demo, "--data-dir", "b", "list").output.contains("From the desk"))
    #expect(exists("notesctl-demo/server.sqlite"))
  }
}
