import NotesDomain
import NotesTestSupport
import Testing

@testable import NotesCLI

@MainActor
@Suite("Templates in commands") struct TemplateCommandTests {
  private func program(input: String = "", isTerminal: Bool = false) -> Program {
    let program = Program(fakes: Fakes { $0 + "typed" }, input: Array(input.utf8), isInputTerminal: isTerminal)
    program.fakes.templates.texts = ["meeting": "---\ntags: [work]\n---\n# {{title}}\n", "bad": "{{tilte}} {{date}}"]
    return program
  }

  @Test func `on a terminal the editor opens with the template, and the words are the title`() async throws {
    let program = program(isTerminal: true)
    let run = await program.run("add", "--template", "meeting", "Weekly", "sync", "--tag", "team")
    #expect(run.status == .success && run.error.hasPrefix("Added “Weekly sync”."))
    let note = try #require(program.fakes.repository.all.first)
    #expect(note.body == "# Weekly sync\ntyped" && note.tags.map(\.name) == ["work", "team"])
  }

  @Test func `without a terminal the note is the template, and no input is read for a title`() async {
    let program = program(input: "for another command")
    #expect(await program.run("add", "--template", "meeting", "Weekly").status == .success)
    #expect(program.fakes.repository.all.map(\.body) == ["# Weekly\n"])
  }

  @Test(arguments: [["-"], []])
  func `standard input is at the end of the text`(words: [String]) async {
    let program = program(input: "agenda")
    #expect(await program.run(["add", "--template", "meeting", "--title", "Weekly"] + words).status == .success)
    #expect(program.fakes.repository.all.map(\.body) == ["# Weekly\nagenda"])
  }

  @Test func `an unknown placeholder is kept, with a warning`() async {
    let program = program()
    let run = await program.run("add", "--template", "bad", "x")
    #expect(run.status == .success && run.error.contains("{{tilte}} is not a placeholder of templates"))
    #expect(program.fakes.repository.all.map(\.body) == ["{{tilte}} 2026-03-14"])
  }

  @Test func `an unknown template is reported with a suggestion or the names of the others`() async {
    let program = program(input: "agenda")
    let near = await program.run("add", "--template", "meting", "-")
    #expect(near.status == .noInput)
    #expect(near.error == "notesctl: there is no template 'meting'\n  did you mean 'meeting'?\n")
    let far = await program.run("add", "--template", "x", "-")
    #expect(far.error.contains("available: bad, meeting"))
    #expect(await Program().run("add", "--template", "x", "-").error.contains("'notesctl/templates'"))
    #expect(program.fakes.repository.all.isEmpty)
  }

  @Test(arguments: [["--front-matter", "-"], ["--title", "a", "b"]])
  func `options that contradict a template are refused`(arguments: [String]) async {
    #expect(await program().run(["add", "--template", "meeting"] + arguments).status == .usage)
  }

  @Test func `the note of today stays one when its heading, made by a template, changes`() async {
    // Given
    var program = program()
    program.fakes.templates.texts["today"] = "# {{title}}\n"
    #expect(await program.run("today", "one").status == .success)
    // When
    program.input = Array("# 2026-03-14 rain\none\n".utf8)
    #expect(await program.run("edit", "2026-03-14", "-").status == .success)
    #expect(await program.run("today", "two").error.hasPrefix("Saved “2026-03-14”."))
    // Then
    #expect(program.fakes.repository.all.map(\.body) == ["# 2026-03-14 rain\none\ntwo\n"])
  }

  @Test func `the note of today begins with its template`() async {
    let program = program()
    program.fakes.templates.texts["today"] = "## {{weekday}}\n"
    #expect(await program.run("today", "one").error.hasPrefix("Added “2026-03-14”."))
    #expect(program.fakes.repository.all.map(\.body) == ["## Saturday\none"])
  }
}
