import NotesDomain
import NotesTestSupport
import Synchronization
import Testing
import Wiring

@testable import NotesCLI

/// What a context file can choose, given as the definitions that a reader would make of it.
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

  @Test func `no file is read unless one is named`() async {
    let program = Program(
      fakes: fakes,
      context: { path in
        Issue.record("read \(path)")
        return .none
      })
    #expect(await program.run("list").status == .success)
  }

  @Test func `the option counts more than the variable, and an empty variable is none`() async {
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

  @Test func `a page size limits lists and searches, and the option counts more`() async {
    let program = program(context(["pageSize": 2]))
    #expect(await program.run("list", "--jsonl", "--context", "c").lineCount == 2)
    #expect(await program.run("search", "tea", "--jsonl", "--context", "c").lineCount == 2)
    #expect(await program.run("list", "--jsonl", "--limit", "3", "--context", "c").lineCount == 3)
  }

  @Test func `a quiet program says nothing of what it did, and everything that fails`() async {
    let program = program(context(["logLevel": "quiet"]))
    let pinned = await program.run("pin", reference(1), "--context", "c")
    #expect(pinned.status == .success && pinned.error.isEmpty)
    #expect(fakes.repository.all.contains { $0.isPinned })
    #expect(await program.run("show", "ffff", "--context", "c").error.hasPrefix("notesctl: there is no note"))
  }

  @Test func `the option for more counts more than a file that wants less`() async {
    let run = await program(context(["logLevel": "quiet"])).run("pin", reference(1), "--context", "c", "--debug")
    #expect(run.error.contains("Pinned") && run.error.contains("objects made"))
  }

  @Test func `a file can ask for what --debug asks for`() async {
    let run = await program(context(["logLevel": "debug"])).run("list", "--context", "c")
    #expect(run.error.contains("  NoteRepository.list(_:)  once  "))
  }

  @Test func `a file that does not fit is a failure of the configuration, with all that is wrong with it`() async throws
  {
    var context = context([:])
    let place = SourceLocation(path: "c.yaml", line: 3, column: 11)
    context.values = [
      DefinitionValue.Member("logLevel", DefinitionValue(.text("lowd"), at: place)),
      DefinitionValue.Member(
        "pageSize", DefinitionValue(.integer(-1), at: SourceLocation(path: "c.yaml", line: 4, column: 13))),
    ]
    context.add(Definition("clock", class: "SundialClock"))
    let run = await program(context).run("pin", reference(1), "--context", "c.yaml")
    #expect(run.status == .configuration && run.output.isEmpty)
    #expect(!fakes.repository.all.contains { $0.isPinned })
    #expect(run.error.hasPrefix("notesctl: the context file c.yaml does not fit this program\n"))
    for part in [
      "c.yaml:3:11: error: [W021", "c.yaml:4:13: error: [W021", "[W019 unknown type]", "Nothing was created.",
    ] {
      #expect(run.error.contains(part), "\(run.error)")
    }
  }

  @Test func `a value that nobody asks for is a mistake, and the near one is named`() async {
    let run = await program(context(["logLevl": "quiet", "colour": "blue"])).run("list", "--context", "c.yaml")
    #expect(run.status == .configuration && run.output.isEmpty)
    #expect(
      run.error == """
        notesctl: the context file c.yaml does not fit this program
          c.yaml:2:3: nothing asks for a value 'logLevl'; there is 'logLevel'
          c.yaml:2:3: nothing asks for a value 'colour'

        """)
  }

  @Test func `what a broken file says cannot reach the terminal as a command to it`() async {
    let run = await program(context(["logLevel": "\u{1B}]0;owned\u{7}"])).run("list", "--context", "\u{1B}c")
    #expect(run.status == .configuration)
    #expect(!run.error.contains("\u{1B}") && !run.error.contains("\u{7}"))
  }

  @Test func `a definition takes the place of what a module binds, and the graph shows it`() async {
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

/// A clock that nobody has wound.
private struct Sundial: WallClock, ComponentType {
  func now() -> Timestamp { Timestamp(millisecondsSince1970: 0) }

  static var wiringComponent: Component {
    Component(Sundial.self, "Sundial") { component in
      component.initializer([], Sundial.init)
      component.conforms(to: (any WallClock).self) { $0 }
    }
  }
}
