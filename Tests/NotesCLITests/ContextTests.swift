import NotesDomain
import NotesTestSupport
import Synchronization
import Testing
import Wiring
import WiringDefinitions

@testable import NotesCLI

/// The effects of context files, given as the definitions that a reader returns.
@MainActor
@Suite struct ContextTests {
  private let fakes = Fakes(notes: (1...3).map { .sample($0, title: "Tea \($0)") })

  private func program(_ context: Definitions) -> Program {
    Program(fakes: fakes, context: { _ in context })
  }

  private func context(_ values: KeyValuePairs<String, DefinitionValue>) -> Definitions {
    var context = Definitions(registry: ComponentRegistry([]))
    for (name, value) in values { context.add(value: name, value, file: "c.yaml", line: 2, column: 3) }
    return context
  }

  @Test func `no file is read without the option or the variable`() async {
    let program = Program(
      fakes: fakes,
      context: { path in
        Issue.record("read \(path)")
        return .none
      })
    #expect(await program.run("list").status == .success)
  }

  @Test func `the option overrides the variable, and an empty variable is ignored`() async {
    let paths = Mutex<[String]>([])
    var program = Program(
      fakes: fakes,
      context: { path in
        paths.withLock { $0.append(path) }
        return .none
      })
    program.environment["NOTESCTL_CONTEXT"] = "/variable.yaml"
    _ = await program.run("list")
    _ = await program.run("--context", "/option.yaml", "list")
    _ = await program.run("list", "--context=/option.yaml")
    program.environment["NOTESCTL_CONTEXT"] = ""
    _ = await program.run("list")
    #expect(paths.withLock { $0 } == ["/variable.yaml", "/option.yaml", "/option.yaml"])
  }

  @Test func `a page size limits lists and searches, and the option overrides it`() async {
    let program = program(context(["pageSize": 2]))
    #expect(await program.run("list", "--jsonl", "--context", "c").lineCount == 2)
    #expect(await program.run("search", "tea", "--jsonl", "--context", "c").lineCount == 2)
    #expect(await program.run("list", "--jsonl", "--limit", "3", "--context", "c").lineCount == 3)
  }

  @Test func `a quiet program prints failures but no notices`() async {
    let program = program(context(["logLevel": "quiet"]))
    let pinned = await program.run("pin", reference(1), "--context", "c")
    #expect(pinned.status == .success && pinned.error.isEmpty)
    #expect(fakes.repository.all.contains { $0.isPinned })
    #expect(await program.run("show", "ffff", "--context", "c").error.hasPrefix("notesctl: no note"))
  }

  @Test func `--debug overrides a quiet log level`() async {
    let run = await program(context(["logLevel": "quiet"])).run("pin", reference(1), "--context", "c", "--debug")
    #expect(run.error.contains("Pinned") && run.error.contains("objects created"))
  }

  @Test func `a file can enable the output of --debug`() async {
    let run = await program(context(["logLevel": "debug"])).run("list", "--context", "c")
    #expect(run.error.contains("  NoteRepository.list(_:)  1 call  "))
  }

  @Test func `an invalid file exits with status 78 and all of its problems`() async throws {
    var context = context([:])
    let location = SourceLocation(path: "c.yaml", line: 3, column: 11)
    context.values = [
      DefinitionValue.Member("logLevel", DefinitionValue(.text("lowd"), at: location)),
      DefinitionValue.Member(
        "pageSize", DefinitionValue(.integer(-1), at: SourceLocation(path: "c.yaml", line: 4, column: 13))),
    ]
    context.add(Definition("clock", class: "SundialClock"))
    let run = await program(context).run("pin", reference(1), "--context", "c.yaml")
    #expect(run.status == .configuration && run.output.isEmpty)
    #expect(!fakes.repository.all.contains { $0.isPinned })
    #expect(run.error.hasPrefix("notesctl: the context file c.yaml is invalid\n"))
    for part in [
      "c.yaml:3:11: error: [W021", "c.yaml:4:13: error: [W021", "[W019 unknown type]", "Nothing was created.",
    ] {
      #expect(run.error.contains(part), "\(run.error)")
    }
  }

  @Test func `an unused value is a mistake, and a similar name is suggested`() async {
    let run = await program(context(["logLevl": "quiet", "colour": "blue"])).run("list", "--context", "c.yaml")
    #expect(run.status == .configuration && run.output.isEmpty)
    #expect(
      run.error == """
        notesctl: the context file c.yaml is invalid
          c.yaml:2:3: unused value 'logLevl'; did you mean 'logLevel'?
          c.yaml:2:3: unused value 'colour'

        """)
  }

  @Test func `the content of an invalid file reaches the terminal escaped`() async {
    let run = await program(context(["logLevel": "\u{1B}]0;owned\u{7}"])).run("list", "--context", "\u{1B}c")
    #expect(run.status == .configuration)
    #expect(!run.error.contains("\u{1B}") && !run.error.contains("\u{7}"))
  }

  @Test func `a definition replaces a module's binding, and the graph shows it`() async {
    var context = Definitions(registry: ComponentRegistry([Sundial.wiringComponent]))
    var sundial = Definition("clock", Sundial.self)
    sundial.interfaces = [DefinitionValue.Member("WallClock", "")]
    context.add(sundial)
    let text = await program(context).run("graph", "--context", "c", "--explain", "any WallClock").output
    #expect(text.contains("Sundial"))
    #expect(text.contains("FakesModule"))
  }
}

extension Program.Run {
  fileprivate var lineCount: Int { output.split(separator: "\n").count }
}

/// A clock that stands still.
private struct Sundial: WallClock, ComponentType {
  func now() -> Timestamp { Timestamp(millisecondsSince1970: 0) }

  static var wiringComponent: Component {
    Component(Sundial.self, "Sundial") { component in
      component.initializer([], Sundial.init)
      component.conforms(to: (any WallClock).self) { $0 }
    }
  }
}
