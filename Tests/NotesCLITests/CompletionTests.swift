import NotesDomain
import NotesTestSupport
import NotesViewModels
import Testing

@testable import NotesCLI

@MainActor
@Suite struct CompletionTests {
  private let program = Program(
    fakes: Fakes(notes: [
      .sample(1, title: "It's: \\ (id)", notebook: "Shed"), .sample(2, title: "-5 degrees"),
      .sample(3, title: "evil\u{1B}[31m"), .sample(4, title: "evil\u{202E}"),
      .sample(6, title: "Costs $HOME"), .sample(7, title: "Run `id`"),
      .sample(5, title: "Ok!") {
        $0.attachments = .sample(("a b.pdf", 1))
      },
    ]))

  private func complete(_ kind: String, _ shell: String, _ words: String...) async -> String {
    await program.run(["complete", kind, shell, "--"] + words).output
  }

  @Test func `each shell gets completions in the form that its script reads`() async {
    #expect(await complete("note", "bash", "it", "notesctl", "show", "it") == #"'it'\''s: \ (id)'"# + "\n")
    #expect(await complete("note", "zsh", "it", "notesctl", "show", "it") == #"it's\: \\ (id):Shed"# + "\n")
    #expect(await complete("note", "fish", "it", "notesctl", "show") == #"it's: \ (id)"# + "\tShed\n")
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func `titles that cannot be typed are left out`(shell: String) async {
    #expect(await complete("note", shell, "evil", "notesctl", "show", "evil").isEmpty)
    #expect(await complete("note", shell, "-", "notesctl", "show", "-").isEmpty)
    #expect(await complete("note", shell, "o", "notesctl", "show", "o").isEmpty == (shell == "zsh"))
  }

  @Test(arguments: ["costs", "run"])
  func `what bash would expand is left out there`(word: String) async {
    #expect(await complete("note", "bash", word, "notesctl", "show", word).isEmpty)
    #expect(await complete("note", "fish", word, "notesctl", "show").isEmpty == false)
  }

  @Test func `a word that bash separates at a colon is completed behind it`() async {
    #expect(await complete("note", "bash", "", "notesctl", "show", "it\\'s", ":") == #"' \ (id)'"# + "\n")
    #expect(await complete("query", "bash", "pi", "notesctl", "list", "is", ":", "pi") == "'pinned'\n")
  }

  @Test func `attachments are those of the note on the line`() async {
    #expect(await complete("attachment", "bash", "", "notesctl", "detach", "ok!", "") == "'a b.pdf'\n")
    #expect(
      await complete("attachment", "fish", "a\\ ", "notesctl", "attachments", "get", "--force", "'ok!'") == "a b.pdf\n")
  }

  @Test func `a failure is silent`() async {
    program.fakes.repository.failure = .corrupt(path: "/x", detail: "")
    let run = await program.run("complete", "note", "bash", "--", "it", "notesctl", "show", "it")
    #expect(run.status == .success && run.output.isEmpty && run.error.isEmpty)
  }

  @Test(arguments: [["--data-dir", "'/my notes'"], ["--data-dir=/my\\ notes"]])
  func `the data directory is that of the line`(options: [String]) throws {
    let words = ["complete", "note", "bash", "--", "x", "notesctl", "show"] + options + ["x"]
    let command = try #require(CompleteCommand.parsed(Array(words.dropFirst())))
    #expect(command.global.dataDirectory == "/my notes" && !command.needs.createsStore)
  }

  @Test(arguments: [
    (#"Green\ T"#, "Green T"), (#""Green T"#, "Green T"), (#"'It'\''s"#, "It's"), (#""a\$b\c""#, #"a$b\c"#),
    (#"a\"#, "a"),
    ("", ""),
  ])
  func `a word is read without its quotes, also one that is not finished`(typed: String, word: String) {
    #expect(ShellQuoting.unquoted(typed) == word)
  }

  @Test(arguments: ["It's", "$(id) `id`", "\"", "a b", ""])
  func `a quoted word is read as it was`(word: String) {
    #expect(ShellQuoting.unquoted(ShellQuoting.quoted(word)) == word)
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func `the script of each shell asks for every kind of values, and does not offer the command that answers`(
    shell: String
  ) async {
    let script = await Program().run("--generate-completion-script", shell).output
    for kind in CompletedValue.allCases { #expect(script.contains("complete \(kind.rawValue) \(shell) --"), "\(kind)") }
    #expect(!script.contains("Complete a word"))
  }

  @Test func `the command that answers is not in the help`() async {
    #expect(await !Program().run("--help").output.contains("Complete a word"))
  }
}
