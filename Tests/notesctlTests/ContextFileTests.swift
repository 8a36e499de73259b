import Foundation
import NotesCLI
import NotesDomain
import Testing
import Wiring
import WiringDefinitions

@testable import NotesCLI
@testable import notesctl

/// Context files, with the built program.
@Suite(.serialized) struct ContextFileTests {
  private let folder = TemporaryFolder()
  private var notesctl: Executable { Executable(folder: folder, environment: ["TMPDIR": folder.path]) }

  /// The files in the repository.
  static let files = ["production.yaml", "demo.yaml", "offline.xml"]

  static func path(of file: String, filePath: String = #filePath) -> String {
    URL(fileURLWithPath: filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Resources/contexts/\(file)").path
  }

  private func write(_ text: String, to name: String = "context.yaml") throws -> String {
    try folder.write(Data(text.utf8), to: name)
    return folder.path + "/" + name
  }

  @Test func `the list of files is complete`() throws {
    let folder = URL(fileURLWithPath: Self.path(of: "x")).deletingLastPathComponent().path
    let found = try FileManager.default.contentsOfDirectory(atPath: folder).filter {
      !$0.contains(".schema.") && !$0.hasSuffix(".xsd")
    }
    #expect(Set(found) == Set(Self.files))
  }

  @Test(arguments: files) func `each context file in the repository is valid for every command`(file: String) throws {
    let environment = ["HOME": folder.path]
    let console = StandardConsole(ConsoleSettings(environment: environment))
    let context = readContext(at: Self.path(of: file))
    func graph<Screen>(of composition: Composition, _ screen: Screen.Type) throws -> GraphDescription {
      let invocation = try Invocation(
        CommandNeeds(composition: composition), dataDirectory: nil, environment: environment)
      let modules: [any Module] =
        [CLIModule(invocation: invocation, console: console)] + productionModules(for: invocation)
      return try Plan(screen, modules: modules, context: context, profile: try #require(context.profile)).description
    }
    let device = try graph(of: .device, AddCommand.Screen.self)
    #expect(device.roots.count == 34)
    #expect(device.bindings.count > 30)
    #expect(try graph(of: .web, WebCommand.Screen.self).roots.count == 1)
  }

  @Test func `the demonstration has its own time and directory, and logs nothing`() throws {
    let demo = Self.path(of: "demo.yaml")
    let added = try notesctl.run("--context", demo, "add", "Tea")
    #expect(added.status == 0 && added.error.isEmpty)
    #expect(try notesctl.run("list", "--context", demo).output.contains("2026-03-14 09:26  Tea"))
    #expect(FileManager.default.fileExists(atPath: folder.path + "/notesctl-demo/notes.sqlite"))
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/.local"))
  }

  @Test func `the demonstration starts no editor`() throws {
    var program = notesctl
    program.environment["EDITOR"] = "false"
    let run = try program.run("--context", Self.path(of: "demo.yaml"), "add")
    #expect(run.status == 0, "\(run.error)")
  }

  @Test func `the journey has its own store, by a chain in its file`() throws {
    let offline = Self.path(of: "offline.xml")
    #expect(try notesctl.run("--context", offline, "add", "On the ferry").status == 0)
    #expect(try notesctl.run("list").output.isEmpty)
    #expect(try notesctl.run("--context", offline, "list").output.contains("On the ferry"))
    #expect(
      FileManager.default.fileExists(atPath: folder.path + "/.local/share/notesctl-offline/notes.sqlite"))
  }

  @Test func `the command line and the environment take precedence over a file for the store`() throws {
    let context = try write("values: {storeDirectory: '\(folder.path)/file'}")
    var program = notesctl
    #expect(try program.run("--context", context, "--data-dir", "option", "add", "text").status == 0)
    program.environment["NOTESCTL_DATA_DIR"] = folder.path + "/variable"
    #expect(try program.run("--context", context, "add", "text").status == 0)
    program.environment["NOTESCTL_DATA_DIR"] = nil
    program.environment["NOTESCTL_CONTEXT"] = context
    #expect(try program.run("add", "text").status == 0)
    for place in ["option", "variable", "file"] {
      #expect(FileManager.default.fileExists(atPath: folder.path + "/\(place)/notes.sqlite"), "\(place)")
    }
  }

  @Test func `a file that all users can write is refused, and nothing is created`() throws {
    let context = try write("values: {pageSize: 5}")
    try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: context)
    let run = try notesctl.run("--context", context, "add", "text")
    #expect(run.status == 78 && run.error.contains("another user of this machine can change it"), "\(run.error)")
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/.local"))
  }

  @Test func `all errors of a file are reported at once with status 78, and nothing is created`() throws {
    let context = try write(
      """
      values:
        pageSize: many
        storeDirectory: ${NO_SUCH_VARIABLE}
      objects:
        clock: {class: StopedClock, as: WallClock}
      """)
    let run = try notesctl.run("--context", context, "add", "text")
    #expect(run.status == 78 && run.output.isEmpty)
    for part in [
      "\(context):2:13: error: [W021 bad value]", "\(context):3:19: error: [W023 missing placeholder]",
      "[W019 unknown type]", "StoppedClock", "Nothing was created.",
    ] {
      #expect(run.error.contains(part), "\(part) in \(run.error)")
    }
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/.local"))
  }

  @Test func `a missing file is reported with status 78`() throws {
    let run = try notesctl.run("--context", "no-such.yaml", "list")
    #expect(run.status == 78 && run.error.contains("no-such.yaml"))
  }

  @Test func `the graph shows which bindings a file replaces`() throws {
    let run = try notesctl.run(
      "graph", "--context", Self.path(of: "demo.yaml"), "--explain", "any WallClock")
    #expect(run.output.contains("StoppedClock") && run.output.contains("demo.yaml:14"))
    #expect(run.output.contains("PersistenceModule"))
  }

  @Test func `the program's components are found in its executable`() throws {
    let run = try notesctl.run("graph", "--scan")
    for name in ["NoteDatabase", "NoteSchema", "SQLiteNoteRepository", "StoppedClock", "UntouchedEditor"] {
      #expect(run.output.contains("\n\(name) ") || run.output.hasPrefix("\(name) "), "\(name) in \(run.output)")
    }
  }

  @Test func `scanning all components does not change the program`() throws {
    let context = try write("scan: {prefixes: ['']}")
    let run = try notesctl.run("graph", "--scan", "--context", context)
    #expect(run.status == 0, "\(run.error)")
    #expect(run.output.contains("NoteDatabase") && run.output.contains("left out: a module binds its type"))
    #expect(try notesctl.run("--context", context, "add", "text").status == 0)
  }
}
