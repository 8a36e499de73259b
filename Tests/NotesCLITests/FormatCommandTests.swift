import NotesDomain
import NotesTestSupport
import Testing

@testable import NotesCLI

@MainActor
@Suite struct FormatCommandTests {
  private let fakes = Fakes(notes: [
    .sample(
      1, title: "Rye", body: "Feed the [[Starter#Day 1|starter]], see [[Nowhere]].", tags: ["a", "b"],
      notebook: "Kitchen/Bread"),
    .sample(2, title: "Starter", body: "A starter\nof rye.") { $0.isPinned = true },
    .sample(3, title: "Gone\u{1B}[2J", body: "x") { $0.trashed = FixedClock.start },
  ])
  private var program: Program { Program(fakes: fakes) }

  @Test(arguments: [
    ("{id}", "\(reference(2))\n\(reference(1))\n"), ("{number} {title}", "1 Starter\n2 Rye\n"),
    ("{path}|{notebook}|{tags}", "Starter||\nKitchen/Bread/Rye|Kitchen/Bread|a, b\n"),
    ("{pinned} {archived} {trashed}", "true false \nfalse false \n"), ("{words}", "4\n6\n"),
    ("{body}", "A starter\nof rye.\nFeed the [[Starter#Day 1|starter]], see [[Nowhere]].\n"),
    ("{created:date} {created:time}", "2026-03-14 09:28\n2026-03-14 09:27\n"),
    (
      "{modified}, {modified:iso}",
      "2026-03-14 09:28, 2026-03-14T09:28:53.589Z\n2026-03-14 09:27, 2026-03-14T09:27:53.589Z\n"
    ),
    ("{created:unix}", "1773480533\n1773480473\n"), ("link", "[[Starter]]\n[[Rye]]\n"),
    (#"{{{title}}}\t"#, "{Starter}\t\n{Rye}\t\n"),
  ])
  func `a list is printed by a template`(template: String, output: String) async {
    let run = await program.run("list", "--format", template)
    #expect(run.status == .success && run.output == output && run.error.isEmpty)
  }

  @Test func `a search has the words around the match, on one line`() async {
    let run = await program.run("search", "starter", "rye", "--format", #"{title}\t{snippet}"#)
    #expect(run.output.contains("Starter\tA starter of rye."))
  }

  @Test func `show, links, backlinks and orphans have templates, too`() async {
    #expect(await program.run("show", "Rye", "--format", "{title}: {words} words").output == "Rye: 6 words\n")
    #expect(
      await program.run("links", "Rye", "--format", "{number}|{target}|{heading}|{label}|{title}").output
        == "1|Starter|Day 1|starter|Starter\n|Nowhere|||\n")
    #expect(await program.run("links", "--broken", "--format", "{title}: {target}").output == "Rye: Nowhere\n")
    #expect(await program.run("backlinks", "Starter", "--format", "path").output == "Kitchen/Bread/Rye\n")
    #expect(await program.run("orphans", "--format", "{title}").output.contains("Rye\n"))
  }

  @Test func `NUL can end each note`() async {
    #expect(await program.run("list", "-0", "--format", "{title}").output == "Starter\0Rye\0")
  }

  @Test func `on a terminal what a note contains is escaped, and elsewhere it is not`() async {
    let arguments = ["list", "--trash", "--format", #"{title}\t."#]
    #expect(await program.run(arguments).output == "Gone\u{1B}[2J\t.\n")
    let terminal = Program(fakes: fakes, traits: StreamTraits(isTerminal: true))
    #expect(await terminal.run(arguments).output == "Gone^[[2J\t.\n")
  }

  @Test func `numbers of a template name the notes in later commands`() async {
    _ = await program.run("list", "--format", "{number}")
    #expect(await program.run("show", "2", "--raw").output.hasPrefix("Feed"))
  }

  @Test func `a wrong placeholder is refused before the store is opened, with a suggestion`() async {
    fakes.repository.failure = .locked(path: "/s")
    let run = await program.run("list", "--format", "{titel}")
    #expect(run.status == .usage && run.output.isEmpty)
    #expect(run.error.contains("unknown placeholder {titel}") && run.error.contains("did you mean {title}?"))
    #expect(await program.run("list", "--format", "{snippet}").status == .usage)
    #expect(await program.run("show", "Rye", "--format", "{number}").status == .usage)
  }

  @Test(arguments: [["--json"], ["--fields", "id"], ["--full"], ["--count"], ["--ids"]])
  func `a template cannot be used with other forms of output`(options: [String]) async {
    let run = await program.run(["list", "--format", "{id}"] + options)
    #expect(run.status == .usage && run.output.isEmpty)
  }

  @Test func `whole notes are printed as JSON, by lines or as an array`() async throws {
    let lines = await program.run("list", "--all", "--jsonl", "--full", "--fields", "title,body").output
    #expect(
      lines.split(separator: "\n").last
        == ##"{"title":"Rye","body":"Feed the [[Starter#Day 1|starter]], see [[Nowhere]]."}"##)
    let array = try ParsedJSON(await program.run("search", "rye", "--full").output)
    #expect(array.elements.count == 2 && array.elements.allSatisfy { $0["body"] != nil && $0["snippet"] != nil })
    #expect(await Program().run("list", "--full").output == "[]\n")
    #expect(await Program().run("list", "--full", "--jsonl").output.isEmpty)
  }
}
