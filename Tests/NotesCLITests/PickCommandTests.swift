import NotesDomain
import NotesFronts
import NotesTestSupport
import Testing

@testable import NotesCLI

@MainActor
@Suite struct PickCommandTests {
  private let fakes = Fakes(notes: [
    .sample(1, title: "Green Twine", tags: ["garden"], notebook: "Shed"), .sample(2, title: "Red Twine"),
    .sample(3, title: "Tea\u{1B}[31m"),
  ])

  private func program(answers: [String], finder: ScriptedFuzzyFinder? = nil) -> Program {
    var fakes = fakes
    if let finder { fakes.fuzzyFinder = finder }
    return Program(fakes: fakes, answers: answers)
  }

  @Test func `the list and the question are on standard error, the id on standard output`() async {
    let run = await program(answers: ["2"]).run("pick")
    #expect(run.status == .success && run.output == "\(SequentialNoteIDGenerator.id(2))\n")
    let list = """
      1  2026-03-14 09:29  Tea^[[31m
      2  2026-03-14 09:28  Red Twine
      3  2026-03-14 09:27  Green Twine  Shed  #garden

      """
    #expect(run.error == list + "Number, title or part of it: ")
  }

  @Test func `it asks until an answer names one note`() async {
    let run = await program(answers: ["xyz", "twine", "2"]).run("pick")
    #expect(run.output == "\(SequentialNoteIDGenerator.id(1))\n")
    #expect(run.error.contains("No note has “xyz” in its title.\n"))
    #expect(run.error.contains("1  2026-03-14 09:28  Red Twine\n2  2026-03-14 09:27  Green Twine"))
  }

  @Test(arguments: [[], [""], ["xyz"], ["0"], ["4"], ["-9223372036854775808"]])
  func `without a choice, the status is 1`(answers: [String]) async {
    let run = await program(answers: answers).run("pick")
    #expect(run.status == .exitCode && run.output.isEmpty && run.error.hasSuffix("Nothing was chosen.\n"))
  }

  @Test func `a query that selects nothing asks nothing`() async {
    let run = await program(answers: ["1"]).run("pick", "tag:none")
    #expect(run.status == .exitCode && run.error == "Nothing was chosen.\n")
  }

  @Test func `a value with spaces is one condition, as in a list`() async {
    let fakes = Fakes(notes: [.sample(1, notebook: "My Kitchen"), .sample(2, title: "Kitchen of My aunt")])
    let run = await Program(fakes: fakes, answers: ["1"]).run("pick", "notebook:My Kitchen")
    #expect(run.output == "\(reference(1))\n")
  }

  @Test func `several notes are chosen by several numbers`() async {
    let run = await program(answers: ["3 1"]).run("pick", "--multi")
    #expect(run.output == "\(reference(1))\n\(reference(3))\n")
  }

  @Test func `a fuzzy finder gets rows without control characters`() async {
    let finder = ScriptedFuzzyFinder { rows in
      rows.map(\.text) == [
        "Tea^[[31m  2026-03-14 09:29", "Red Twine  2026-03-14 09:28", "Green Twine  Shed  #garden  2026-03-14 09:27",
      ] ? [rows[2]] : []
    }
    let run = await program(answers: [], finder: finder).run("pick")
    #expect(run.output == "\(SequentialNoteIDGenerator.id(1))\n" && run.error.isEmpty)
  }

  @Test func `a fuzzy finder that is cancelled chooses nothing, and one that fails is reported`() async {
    #expect(await program(answers: [], finder: ScriptedFuzzyFinder()).run("pick").status == .exitCode)
    let finder = ScriptedFuzzyFinder(failing: .failed(command: "fzf", status: 2))
    let run = await program(answers: [], finder: finder).run("pick")
    #expect(run.status == .unavailable && run.error.contains("--no-fzf"))
    #expect(await program(answers: ["1"], finder: finder).run("pick", "--no-fzf").status == .success)
  }
}
