import NotesTestSupport
import Testing

@testable import NotesCLI

@MainActor
@Suite struct CommandLookupTests {
  @Test(arguments: [
    (["list", "--all"], ["list"], ["--all"]), (["--debug", "list"], ["list"], ["--debug"]),
    (["sync"], ["sync"], []), (["sync", "--json"], ["sync"], ["--json"]),
    (["sync", "status", "--json"], ["sync", "status"], ["--json"]),
    (
      ["--debug", "sync", "--data-dir", "/x", "status", "--json"], ["sync", "status"],
      ["--debug", "--data-dir", "/x", "--json"]
    ),
    (["attachments", "019a", "--json"], ["attachments"], ["019a", "--json"]),
    (["attachments", "--no-color", "019a"], ["attachments"], ["--no-color", "019a"]),
    (["attachments", "Green Twine"], ["attachments"], ["Green Twine"]),
    (["attachments", "get", "019a", "a.jpg"], ["attachments", "get"], ["019a", "a.jpg"]),
    (["sync", "--context=a.yaml", "--json"], ["sync"], ["--context=a.yaml", "--json"]),
  ])
  func `global options are accepted before, between and after the words`(
    line: [String], words: [String], arguments: [String]
  ) {
    let lookup = CommandLookup(line[...])
    #expect(lookup.words == words && lookup.arguments == arguments && lookup.command != nil)
  }

  @Test(arguments: [[], ["--debug"], ["--help"], ["--data-dir", "/x", "--version"]])
  func `a line without a name names no command`(line: [String]) {
    let lookup = CommandLookup(line[...])
    #expect(lookup.words.isEmpty && lookup.command == nil && lookup.unknownCommandMessage() == nil)
  }

  @Test func `a group without a command explains itself, also behind global options`() async {
    let (run, plain) = (await Program().run("--data-dir", "/x", "store"), await Program().run("store"))
    #expect(run.status == .usage && run.error == plain.error && run.error.contains("notesctl store backup"))
  }

  @Test(arguments: [["list", "--limit", "\u{1B}[31mX"], ["show", "a", "b\u{1B}[31m"], ["list", "--\u{1B}[31m"]])
  func `arguments in a message are escaped`(line: [String]) async {
    let run = await Program().run(line)
    #expect(run.status == .usage && run.error.contains("^[[31m") && !run.error.contains("\u{1B}"))
  }

  @Test func `an option of a command before its word is rejected, not ignored`() async {
    let run = await Program().run("sync", "--mock-network", "/x", "watch")
    #expect(run.status == .usage && run.error.contains("watch"))
  }

  @Test func `a misspelt subcommand is not run, and a similar one is suggested`() async {
    for arguments in [["sync", "stauts"], ["help", "sync", "stauts"], ["--debug", "sync", "--no-color", "stauts"]] {
      let run = await Program().run(arguments)
      #expect(run.status == .usage && run.output.isEmpty)
      #expect(run.error == "notesctl: unknown command 'sync stauts'\n  Did you mean 'notesctl sync status'?\n")
    }
    #expect(
      await Program().run("conflicts", "everything").error
        == "notesctl: unknown command 'conflicts everything'\n  See 'notesctl help conflicts' for all of them.\n")
  }

  @Test(arguments: [
    ["sync"], ["sync", "now"], ["sync", "status"], ["sync", "watch"], ["conflicts"], ["conflicts", "resolve"],
    ["server"], ["server", "user"], ["server", "user", "add"], ["server", "purge"], ["server", "restore"],
    ["store"], ["store", "restore"], ["doctor"], ["encryption"],
  ])
  func `both forms of help print the same`(words: [String]) async throws {
    let run = await Program().run(["help"] + words)
    #expect(run.status == .success && run.error.isEmpty)
    #expect(await Program().run(words + ["--help"]).output == run.output)
    try expectGolden(run.output, named: "help-" + words.joined(separator: "-"))
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func `completions include subcommands`(shell: String) async {
    let output = await Program().run("--generate-completion-script", shell).output
    for word in ["sync", "watch", "conflicts", "resolve", "mock-network", "change-passphrase", "recovery-file"] {
      #expect(output.contains(word), "\(word)")
    }
  }
}
