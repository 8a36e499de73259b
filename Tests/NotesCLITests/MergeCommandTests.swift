import NotesDomain
import NotesTestSupport
import Testing

@testable import NotesCLI

@MainActor
@Suite struct MergeCommandTests {
  private let program = Program(
    fakes: Fakes(notes: [
      .sample(1, title: "Bread", body: "flour"), .sample(2, title: "Tea", body: "green"), .sample(3, title: "Water"),
      .sample(4, title: "Links", body: "[[Tea]]"),
    ]))

  @Test func `merge reports the notes, the command that undoes it, and the mended links`() async {
    let run = await program.run("merge", "Bread", "Tea")
    #expect(run.error == "Merged “Tea” into “Bread”.  Undo: notesctl undo\nUpdated the links in 1 note.\n")
    #expect(run.status == .success && run.output.isEmpty)
    #expect(await program.run("show", "Bread", "--raw").output == "flour\n\n# Tea\n\ngreen")
    #expect(await program.run("undo").status == .success)
    #expect(await program.run("show", "Tea", "--raw").output == "green")
  }

  @Test func `a note that ends in code is merged with one whose tag and link are still found`() async {
    program.fakes.repository.change(SequentialNoteIDGenerator.id(1)) { $0.body = "```\ncode" }
    program.fakes.repository.change(SequentialNoteIDGenerator.id(2)) { $0.body = "see [[Water]] #zebra" }
    #expect(await program.run("merge", "Bread", "Tea").status == .success)
    #expect(await program.run("list", "tag:zebra", "--count").output == "1\n")
    #expect(
      await program.run("show", "Bread", "--raw").output == "```\ncode\n```\n\n# Tea\n\nsee [[Water]] #zebra")
  }

  @Test func `the Markdown links of a note that moves or is merged are counted, and come back with an undo`() async {
    // Given
    let program = Program(
      fakes: Fakes(notes: [
        .sample(1, title: "Own", body: "[x](x.md)", notebook: "B"), .sample(2, title: "x", notebook: "A"),
        .sample(3, title: "x", notebook: "B"), .sample(4, title: "First", body: "first", notebook: "A"),
      ]))
    // When, then
    let move = await program.run("move", "Own", "A")
    #expect(move.error.hasSuffix("Updated the links in 1 note.\n"))
    #expect(await program.run("show", "Own", "--raw").output == "[x](../B/x.md)")
    #expect(await program.run("undo").status == .success)
    #expect(await program.run("show", "Own", "--raw").output == "[x](x.md)")
    let merge = await program.run("merge", "First", "Own")
    #expect(merge.error.hasSuffix("Updated the links in 1 note.\n"))
    #expect(await program.run("show", "First", "--raw").output == "first\n\n# Own\n\n[x](../B/x.md)")
    #expect(await program.run("undo").status == .success)
    #expect(await program.run("show", "First", "--raw").output == "first")
  }

  @Test func `names can come from standard input, and a title be given`() async {
    var program = program
    program.input = Array("Bread\nTea\nWater\n".utf8)
    let run = await program.run("merge", "-", "--title", "All")
    #expect(run.error.hasPrefix("Merged 2 notes into “All”."))
  }

  @Test(arguments: [
    ["merge"], ["merge", "Bread"], ["merge", "Bread", "bread"], ["merge", "Bread", "Tea", "-t", " "],
  ])
  func `fewer than two notes, and a blank title, are a usage error`(line: [String]) async {
    #expect(await program.run(line).status == .usage)
  }

  @Test func `a note in the trash is not merged`() async {
    _ = await program.run("delete", "Tea")
    let run = await program.run("merge", "Bread", "Tea")
    #expect(
      run.status == .usage && run.error.contains("“Tea” is in the trash") && run.error.contains("notesctl restore"))
  }

  @Test func `an unknown note changes nothing`() async {
    #expect(await program.run("merge", "Bread", "xyz").status == .noInput)
    #expect(await program.run("show", "Bread", "--raw").output == "flour")
  }
}
