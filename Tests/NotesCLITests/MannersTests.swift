import NotesDomain
import NotesTestSupport
import Testing

@testable import NotesCLI

@MainActor
@Suite struct MannersTests {
  @Test(arguments: [
    ["--help"], ["-h"], ["help"], ["help", "add"], ["add", "--help"], ["help", "sync", "watch"], ["--version"],
  ])
  func `help and version are written to standard output with status 0`(arguments: [String]) async {
    let run = await Program().run(arguments)
    #expect(run.status == .success && !run.output.isEmpty && run.error.isEmpty)
  }

  @Test(arguments: [["--version"], ["--no-color", "--data-dir", "/notes", "--version"]])
  func `the version is one line, with any global options before it`(arguments: [String]) async {
    let run = await Program().run(arguments)
    #expect(run.output == "notesctl \(CommandLineInterface.version)\n")
  }

  @Test(arguments: [["--version"], ["--no-color", "--version"], ["list", "--version"]])
  func `the version names what the program was built from`(arguments: [String]) async {
    var program = Program()
    program.build = ["commit 1a2b3c", "SQLite 3.40.1"]
    #expect(await program.run(arguments).output == "notesctl 0.1.0 (commit 1a2b3c, SQLite 3.40.1)\n")
  }

  @Test func `every command's help shows examples`() async {
    let paths = commandPaths(of: NotesctlRoot.self)
    #expect(paths.count > 24)
    for path in paths {
      #expect(await Program().run(path + ["--help"]).output.contains("EXAMPLES:\n"), "\(path)")
    }
  }

  @Test func `without arguments there is a short help on standard error and status 64`() async {
    let run = await Program().run()
    #expect(run.status == .usage && run.output.isEmpty && run.error.contains("notesctl --help"))
    #expect(run.error.split(separator: "\n").count < 12)
  }

  @Test(arguments: [[], ["-n1"], ["--debug", "-g", "kitchen"]])
  func `on a terminal, options without a command list notes`(options: [String]) async {
    let fakes = Fakes(notes: [.sample(1, title: "Tea", tags: ["kitchen"])])
    let run = await Program(fakes: fakes, traits: StreamTraits(isTerminal: true, width: 80)).run(options)
    #expect(run.status == .success && run.output.contains("Tea"))
  }

  @Test func `on a terminal, an empty list says how to write a note, and help stays help`() async {
    let program = Program(traits: StreamTraits(isTerminal: true, width: 80))
    #expect(await program.run().error.contains("notesctl --help"))
    #expect(await program.run("list", "tea").error == "No notes.\n")
    #expect(await program.run("--help").output.contains("EXAMPLES:"))
    #expect(await program.run("--limt").status == .usage)
  }

  @Test(arguments: [["s", "Tea"], ["l", "-n1"], ["l", "-n", "1"], ["f", "text"], ["d", "Tea"]])
  func `everyday commands have a letter`(line: [String]) async {
    #expect(await Program(fakes: Fakes(notes: [.sample(1, title: "Tea")])).run(line).status == .success)
  }

  @Test(arguments: [
    ("cat", "show"), ("find", "search"), ("info", "stats"), ("join", "merge"), ("select", "pick"), ("rename", "title"),
    ("encrypt", "encryption enable"),
  ])
  func `a command of another name in other programs is suggested`(word: String, command: String) async {
    let run = await Program().run(word, "x")
    #expect(run.status == .usage && run.error.contains("Did you mean 'notesctl \(command)'?"))
  }

  @Test func `all failures begin with the name of the program`() async {
    #expect(await Program().run("list", "-x").error.hasPrefix("notesctl: unknown option '-x'\n"))
  }

  @Test func `a wrong value of the variable for colours is refused`() async {
    let run = await Program(environment: ["HOME": "/home/ada", "NOTESCTL_COLOR": "bogus"]).run("list")
    #expect(run.status == .configuration && run.error.contains("always, never or auto"))
  }

  @Test func `an empty data directory is refused`() async {
    #expect(await Program().run("--data-dir", "", "list").status == .usage)
  }

  @Test func `options alone are a usage error`() async {
    #expect(await Program().run("--no-color").status == .usage)
  }

  @Test func `with a data directory, no home is needed`() async {
    #expect(await Program(environment: [:]).run("--data-dir", "/notes", "list").status == .success)
  }

  @Test func `a misspelt command is not run, and a similar one is suggested`() async {
    let run = await Program().run("serach", "tea")
    #expect(run.status == .usage && run.output.isEmpty)
    #expect(run.error == "notesctl: unknown command 'serach'\n  Did you mean 'notesctl search'?\n")
    #expect(await Program().run("help", "serach").status == .usage)
  }

  @Test func `a command is not guessed from its first letters`() async {
    #expect(await Program().run("sea", "tea").status == .usage)
  }

  @Test(arguments: [["show"], ["list", "--colour"], ["append", "0000"], ["import"]])
  func `an invalid command line exits with status 64`(arguments: [String]) async {
    let run = await Program().run(arguments)
    #expect(run.status == .usage && run.output.isEmpty && !run.error.isEmpty)
  }

  @Test func `global options are accepted before and after the name`() async {
    let fakes = Fakes(notes: [.sample(1, title: "Tea")])
    for arguments in [["--no-color", "--data-dir", "/x", "list"], ["list", "--data-dir=/x", "--no-color"]] {
      #expect(await Program(fakes: fakes).run(arguments).output.hasSuffix("Tea\n"))
    }
  }

  @Test func `without a home or a data directory the status is 78`() async {
    let run = await Program(environment: [:]).run("list")
    #expect(
      run.status == .configuration && run.error.contains("neither XDG_STATE_HOME nor HOME is set")
        || run.error.contains("XDG_DATA_HOME"))
  }

  @Test func `a closed pipe ends quietly`() async {
    let fakes = Fakes(notes: [.sample(1, title: "Tea")])
    let run = await Program(fakes: fakes, outputFailure: .closedPipe).run("list")
    #expect(run.status == .success && run.error.isEmpty)
  }

  @Test func `output that cannot be written exits with status 74`() async {
    let fakes = Fakes(notes: [.sample(1, title: "Tea")])
    let run = await Program(fakes: fakes, outputFailure: .notWritten(reason: "No space left on device")).run("list")
    #expect(run.status == .inputOutput)
    #expect(run.error == "notesctl: cannot write the output: No space left on device\n")
  }

  @Test func `no command prints control characters of a note`() async throws {
    let hostile = "evil\u{1B}]0;owned\u{7}\u{9B}31m\u{202E}txt\u{7F}"
    let note = Note.sample(1, title: hostile, body: hostile + " word", notebook: "n\u{202E}b")
    let fakes = Fakes(notes: [note])
    for arguments in [
      ["list"], ["show", reference(1)], ["search", "word"], ["list", "--json"], ["show", reference(1), "--json"],
      ["stats"],
      ["delete", reference(1)], ["purge", "--all", "-n"], ["restore", reference(1)],
    ] {
      let run = await Program(fakes: fakes).run(arguments)
      let text = run.output + run.error
      let isHarmless = text.unicodeScalars.allSatisfy { scalar in
        scalar == "\n" || !(scalar.properties.generalCategory == .control || (0x202A...0x202E).contains(scalar.value))
      }
      #expect(isHarmless, "\(arguments)")
    }
  }

  /// Returns the words of each group and command below a group.
  private func commandPaths(of group: any NotesctlGroup.Type) -> [[String]] {
    group.commands.map { [$0.names[0]] }
      + group.groups.flatMap { inner in
        [[inner.names[0]]] + commandPaths(of: inner).map { [inner.names[0]] + $0 }
      }
  }
}
