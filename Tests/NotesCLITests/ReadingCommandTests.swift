import Foundation
import NotesDomain
import NotesTestSupport
import NotesViewModels
import Testing

@testable import NotesCLI

@MainActor
@Suite struct ReadingCommandTests {
  private let body = "# Rye bread\n\nSee [[Sourdough Starter|the starter]] and [[Ovens]]. #baking\n"
  private var program: Program {
    Program(fakes: Fakes(notes: [.sample(1, body: body, tags: ["kitchen"], notebook: "Kitchen/Bread")]))
  }

  @Test func `show prints the metadata of a note, then its text`() async throws {
    try expectGolden(await program.run("show", reference(1)).output, named: "show")
  }

  @Test func `show as JSON is an object with the body`() async throws {
    try expectGolden(await program.run("show", reference(1), "--json").output, named: "show-json")
  }

  @Test func `show prints at most --limit lines`() async {
    let output = await program.run("show", reference(1), "--limit", "1").output
    #expect(output.hasSuffix("\n\n# Rye bread\n"))
  }

  @Test func `show with raw prints the text byte for byte`() async {
    let hostile = "a\u{1B}[31m\u{0}\r\nb"
    let program = Program(fakes: Fakes(notes: [.sample(1, body: hostile)]))
    #expect(await program.run("show", reference(1), "--raw").output == hostile)
  }

  @Test func `search prints each note with the matching excerpt`() async throws {
    try expectGolden(await program.run("search", "starter").output, named: "search")
    try expectGolden(await program.run("search", "starter", "--json").output, named: "search-json")
  }

  @Test func `on a terminal search highlights the matches`() async throws {
    var program = program
    program.traits = StreamTraits(isTerminal: true, hasColor: true, width: 100)
    try expectGolden(await program.run("search", "starter").output, named: "search-terminal")
  }

  @Test func `words after a dash are excluded, without a double dash before them`() async {
    #expect(await program.run("search", "rye", "-starter").output.isEmpty)
    #expect(await program.run("search", "rye", "-wheat", "--limit", "3").output.contains("Rye bread"))
  }

  @Test(arguments: ["list", "search"])
  func `an option that is joined to its value is refused, and not taken for an excluded word`(command: String) async {
    for word in ["-bKitchen", "-gfoo", "-green", "-b2b", "-b/", "-g-x"] {
      let run = await program.run(command, "rye", word)
      #expect(run.status == .usage && run.error.contains("unknown option '\(word)'"), "\(word)")
      #expect(await program.run(command, "rye", "--", word).status == .success, "\(word)")
    }
    #expect(await program.run(command, "rye", "-before:2026").status == .success)
  }

  @Test func `a value with spaces is one condition`() async {
    let program = Program(
      fakes: Fakes(notes: [
        .sample(1, title: "Tea", notebook: "My Kitchen"), .sample(2, title: "Kitchen", notebook: "My"),
      ]))
    #expect(await program.run("list", "notebook:My Kitchen", "--ids").output == reference(1) + "\n")
    #expect(await program.run("search", "tea", "notebook:My Kitchen", "--ids").output == reference(1) + "\n")
  }

  @Test func `an arrow is a search term, not an exclusion`() async {
    let program = Program(fakes: Fakes(notes: [.sample(1, body: "func f() -> Int")]))
    #expect(await program.run("search", "->").output.contains("func f()"))
  }

  @Test func `a misspelt option is not a search term`() async {
    let run = await program.run("search", "rye", "--limt", "3")
    #expect(run.status == .usage && run.error.contains("unknown option '--limt'"))
  }

  @Test func `options of lists are options of searches, not words`() async {
    let program = Program(
      fakes: Fakes(notes: [.sample(1, title: "Tea", tags: ["a"]), .sample(2, title: "Tea", notebook: "B")]))
    #expect(await program.run("search", "tea", "-g", "a", "--ids").output == reference(1) + "\n")
    #expect(await program.run("search", "tea", "-b", "B", "--ids").output == reference(2) + "\n")
    #expect(await program.run("search", "tea", "-x").status == .usage)
    #expect(await program.run("list", "tea", "-tag:a", "-0").output == reference(2) + "\0")
    #expect(await program.run("search", "tea", "--count").output == "2\n")
  }

  @Test(arguments: [
    "before:noon", "is:green", "@none", "tag:a,b", "tag:a*", "created:2026..2025", String(repeating: "x ", count: 65),
  ])
  func `a wrong condition is a usage error with a remedy`(query: String) async {
    let run = await program.run("list", query)
    #expect(run.status == .usage && run.error.split(separator: "\n").count > 1)
  }

  @Test func `a search without matches is a failure only with --exit-code`() async {
    let run = await program.run("search", "coffee")
    #expect(run.status == .success && run.output.isEmpty && run.error == "No matches.\n")
    #expect(await program.run("search", "coffee", "--exit-code").status == .exitCode)
    #expect(await program.run("search", "coffee", "--json").output == "[]\n")
  }

  @Test(arguments: ["\"", "*", "NEAR(", "-", "👩‍👩‍👧", "\u{0}", String(repeating: "x ", count: 64)])
  func `no search text makes the program fail`(text: String) async {
    #expect(await program.run("search", "--", text).status == .success)
  }

  @Test func `stats prints the statistics of the store`() async throws {
    try expectGolden(await program.run("stats").output, named: "stats")
    try expectGolden(await program.run("stats", "--json").output, named: "stats-json")
  }

  @Test func `graph prints the objects of the program`() async {
    let text = await program.run("graph").output
    #expect(text.contains("├─ NoteListViewModel") || text.contains("NoteListViewModel  (transient, ViewModelsModule)"))
    #expect(await program.run("graph", "--format", "dot").output.hasPrefix("digraph"))
    #expect(await program.run("graph", "--format", "mermaid").output.hasPrefix("flowchart"))
  }

  @Test func `graph explains one object`() async {
    let text = await program.run("graph", "--explain", "NoteFinder").output
    #expect(text.hasPrefix("NoteFinder\n  bound by   "))
    #expect(text.contains("\n  needs       any NoteRepository, any LinkIndex, any ListedNotes\n"))
    let failure = await program.run("graph", "--explain", "NoSuchThing")
    #expect(failure.status == .noInput)
    #expect(failure.error.contains("no object named “NoSuchThing”"))
  }

  @Test func `with --debug, calls of the store are timed`() async {
    let run = await program.run("list", "--debug")
    #expect(run.error.contains("objects created"))
    #expect(run.error.contains("  NoteRepository.list(_:)  1 call  "))
    #expect(await !program.run("list").error.contains("objects created"))
  }

  @Test func `graph prints JSON and HTML`() async throws {
    let text = await program.run("graph", "--format", "json").output
    let object = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect(object["version"] as? Int == 1)
    let page = await program.run("graph", "--format", "html").output
    #expect(page.hasPrefix("<!DOCTYPE html>\n") && page.contains("<title>notesctl</title>") && page.contains(text))
  }
}
