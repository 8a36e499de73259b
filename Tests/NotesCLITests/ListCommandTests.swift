import NotesDomain
import NotesTestSupport
import Testing

@testable import NotesCLI

@MainActor
@Suite struct ListCommandTests {
  private let garden = Fakes(notes: [
    .sample(1, title: "Tomatoes", tags: ["garden/tomatoes"], notebook: "Garden", modified: 1),
    .sample(2, title: "Sourdough", tags: ["baking"], notebook: "Kitchen/Bread", modified: 2),
    .sample(3, title: "Pinned to the top", modified: 0) { $0.isPinned = true },
    .sample(4, title: "An old rota") { $0.isArchived = true },
    .sample(5, title: "Thrown away") { $0.trashed = FixedClock.start },
    .sample(6, title: "京都のお茶 and a title that is rather too long for eighty columns", tags: ["茶"], modified: 3),
  ])

  @Test func `on a terminal columns fit the screen and have colours`() async throws {
    let terminal = StreamTraits(isTerminal: true, hasColor: true, width: 80)
    let run = await Program(fakes: garden, traits: terminal).run("list")
    try expectGolden(run.output, named: "list-terminal")
  }

  @Test(arguments: 20...60) func `no line is wider than a narrow terminal, and all have a time or none`(width: Int)
    async
  {
    let run = await Program(fakes: garden, traits: StreamTraits(isTerminal: true, width: width)).run("list")
    let lines = run.output.split(separator: "\n")
    #expect(lines.count == 4 && lines.allSatisfy { DisplayWidth.of(String($0)) <= width })
    #expect([0, 4].contains(lines.count { $0.contains("2026-03-14") }))
  }

  @Test func `a title with signs of direction is measured as it is printed`() async {
    let title = String(repeating: "\u{202E}", count: 20)
    let fakes = Fakes(notes: [.sample(1, title: title, tags: ["a"]), .sample(2, title: title, notebook: title)])
    let program = Program(fakes: fakes, traits: StreamTraits(isTerminal: true, width: 60))
    let lines = await program.run("list").output.split(separator: "\n")
    #expect(lines.count == 2 && lines.allSatisfy { $0.contains("<U+202E>") && DisplayWidth.of(String($0)) <= 60 })
  }

  @Test(arguments: [
    ("list", []), ("list-limit", ["--limit", "2"]), ("list-tag", ["--tag", "GARDEN"]),
    ("list-notebook", ["--notebook", "Kitchen"]), ("list-title", ["--sort", "title"]),
    ("list-archived", ["--archived"]),
    ("list-trash", ["--trash"]), ("list-all-jsonl", ["--all", "--jsonl", "--fields", "title,archived,trashed"]),
    ("list-json", ["--json", "--limit", "2"]),
  ])
  func `options filter and order the list`(name: String, options: [String]) async throws {
    let program = Program(fakes: garden)
    let run = await program.run(["list"] + options)
    #expect(run.status == .success)
    try expectGolden(run.output, named: name)
  }

  @Test(arguments: ["list", "search garden"])
  func `an order may be one letter, also without a space, and a format follows -f`(command: String) async {
    let program = Program(fakes: garden)
    let command = command.split(separator: " ").map(String.init)
    for order in NoteQuery.Order.allCases {
      let expected = await program.run(command + ["--sort", order.rawValue, "--format", "{title}"])
      let letter = String(order.rawValue.prefix(1))
      #expect(expected.status == .success && !expected.output.isEmpty)
      for options in [
        ["-s\(letter)", "-f", "{title}"], ["-s", letter, "-f{title}"], ["-s\(order)", "-f", "{title}"],
      ] {
        #expect(await program.run(command + options).output == expected.output)
      }
    }
  }

  @Test func `a word that begins like an option with a value may be excluded`() async {
    let program = Program(fakes: garden)
    for word in ["-salt", "-sca", "-flour"] {
      #expect(await program.run("list", word).output == program.run("list", "--", word).output)
    }
  }

  @Test func `an empty list is a failure only with --exit-code`() async {
    let run = await Program().run("list")
    #expect(run.status == .success && run.output.isEmpty && run.error == "No notes.\n")
    #expect(await Program().run("list", "--exit-code").status == .exitCode)
    #expect(await Program().run("list", "--json").output == "[]\n")
  }

  @Test func `an unknown field is rejected, and the available ones are listed`() async {
    let run = await Program(fakes: garden).run("list", "--fields", "id,colour")
    #expect(run.status == .usage)
    #expect(run.error.contains("unknown field 'colour'"))
    #expect(run.error.contains("available: id, title, tags, notebook, pinned, archived, trashed, created, modified"))
  }

  @Test func `a field that is named twice is printed once`() async {
    let run = await Program(fakes: garden).run("list", "--limit", "1", "--jsonl", "--fields", "title,pinned,title")
    #expect(run.output.ranges(of: "\"title\"").count == 1)
  }

  @Test func `an unknown field is rejected even for an empty list`() async {
    #expect(await Program().run("list", "--fields", "colour").status == .usage)
  }

  @Test(arguments: [
    ["--limit", "-1"], ["--limit", "many"], ["--archived", "--trash"], ["--sort", "size"], ["-s", ""],
    ["--ids", "--json"], ["--count", "--jsonl"], ["-0", "--fields", "id"],
  ])
  func `invalid options exit with status 64`(options: [String]) async {
    #expect(await Program().run(["list"] + options).status == .usage)
  }

  @Test(
    arguments: ["list", "search rye"],
    [["--json"], ["--count"], ["--ids"], ["-0"], ["--full"], ["--exit-code"], ["-f", "{id}"]])
  func `a list that stays prints nothing else`(command: String, options: [String]) async {
    let result = await Program().run(command.split(separator: " ").map(String.init) + ["--follow"] + options)
    #expect(result.status == .usage)
    #expect(result.error.contains("cannot be used together"))
  }
}
