import NotesDomain
import NotesFronts
import NotesTestSupport
import Testing

@testable import NotesCLI

@MainActor
@Suite("The configuration file") struct ConfigCommandTests {
  private static let path = "/home/ada/.config/notesctl/config.yaml"
  private var program = Program()

  private func write(_ text: String) { program.fakes.configuration.files[Self.path] = text }

  @Test func `values are listed with their origins`() async {
    // Given
    var program = program
    program.environment["EDITOR"] = "nano"
    program.environment["NOTESCTL_PAGER"] = "most"
    write("pager: less\ndata-dir: ~/notes\nsearches:\n  reading: tag:book\naliases:\n  todo: list tag:todo\n")
    // When
    let run = await program.run("config", "--no-color")
    // Then
    #expect(
      run.output == """
        data-dir          /home/ada/notes  \(Self.path):2
        editor            nano  EDITOR
        pager             most  NOTESCTL_PAGER
        color             never  --no-color
        page-size           default
        sort              modified  default
        line-breaks       keep  default
        log               normal  default
        context             default
        ca-file             default
        searches.reading  tag:book  \(Self.path):4
        aliases.todo      list tag:todo  \(Self.path):6

        """)
  }

  @Test func `one value is printed alone, one that is not set is none, and an unknown one is reported`() async {
    write("editor: vim\n")
    #expect(await program.run("config", "get", "editor").output == "vim\n")
    let unset = await program.run("config", "get", "ca-file")
    #expect(unset.status == .exitCode && unset.output.isEmpty)
    let unknown = await program.run("config", "get", "editr")
    #expect(unknown.status == .usage && unknown.error.contains("did you mean 'editor'?"))
  }

  @Test(arguments: [
    ("editr: vim", ":1:1: unknown key 'editr'\n  did you mean 'editor'?"),
    ("data-dir: notes", ":1:1: 'notes' is not a value of data-dir\n  expected: an absolute path, or one that"),
    ("\ncolor: blue", ":2:1: 'blue' is not a value of color\n  expected: always, never or auto"),
    ("line-breaks: yes", ":1:1: 'yes' is not a value of line-breaks\n  expected: keep or join"),
    ("page-size: 0", ":1:1: '0' is not a value of page-size\n  expected: a number from 1 on"),
    ("sort: size", ":1:1: 'size' is not a value of sort\n  expected: modified, created or title"),
    ("log: loud", ":1:1: 'loud' is not a value of log\n  expected: quiet, normal or debug"),
    ("aliases:\n  p: q 1\n  q: --no-color p", ":3:3: the alias 'p' refers to itself: p, q, p"),
    ("aliases:\n  list: show 1", ":2:3: the alias 'list' has the name of a command"),
    ("aliases:\n  x: show \"1", ":2:3: the alias 'x' is empty, or a quote in it is not closed"),
    ("searches:\n  a b: x", ":2:3: 'a b' is not a name of a saved search"),
    ("nonsense", ":1:1: keys with texts were expected"),
  ])
  func `a mistake stops commands with its place, and not the editing of the file`(text: String, message: String) async {
    write(text)
    let run = await program.run("list")
    #expect(run.status == .configuration && run.error.contains(Self.path + message), "\(run.error)")
    #expect(await program.run("config", "path").output == Self.path + "\n")
    #expect(await program.run("--version").status == .success)
  }

  @Test(
    arguments: [
      ([:], "/home/ada/.config/notesctl", nil), (["XDG_CONFIG_HOME": "/x"], "/x/notesctl", nil),
      (["XDG_CONFIG_HOME": "x"], "/home/ada/.config/notesctl", nil),
      (["NOTESCTL_CONFIG": "/c.yaml"], "/home/ada/.config/notesctl", "/c.yaml"),
    ] as [([String: String], String, String?)])
  func `the folder is that of the XDG variable, and a variable names another file`(
    variables: [String: String], folder: String, path: String?
  ) {
    let configuration = Configuration(environment: variables.merging(["HOME": "/home/ada"]) { $1 })
    #expect(configuration.folder == folder && configuration.path == path ?? folder + "/config.yaml")
  }

  @Test func `a saved search is used by its name`() async {
    var program = program
    program.fakes = Fakes(notes: [.sample(1, title: "Emma", tags: ["book"]), .sample(2, title: "Tea")])
    program.fakes.searches = SavedSearches(["reading": "tag:book"])
    let run = await program.run("list", "@reading")
    #expect(run.output.contains("Emma") && !run.output.contains("Tea"))
  }

  @Test func `an alias stands for its words, also for another alias, and takes more`() async {
    var program = program
    program.fakes = Fakes(notes: [.sample(1, title: "Pay rent", tags: ["todo"]), .sample(2, title: "Tea")])
    program.fakes.configuration.files[Self.path] = "aliases:\n  todo: list tag:todo\n  t: todo --sort title\n"
    for line in [["todo"], ["t"], ["--no-color", "t", "rent"]] {
      let run = await program.run(line)
      #expect(run.status == .success && run.output.contains("Pay rent") && !run.output.contains("Tea"), "\(line)")
    }
    let unknown = await program.run("todos")
    #expect(unknown.error.contains("Did you mean 'notesctl todo'?"))
  }

  @Test func `an alias is one of another in JSON, and in the help`() async {
    write("aliases:\n  recent: list --json\n  r: recent --limit 5\n")
    #expect(await program.run("r").output == "[]\n")
    #expect(await program.run("r", "--limit", "x").error.hasPrefix("{"))
    #expect(await program.run("help", "r").output == "'r' is an alias of 'recent --limit 5'\n")
    #expect(await program.run("r", "--help").output == program.run("list", "--help").output)
    let help = await program.run("--help").output
    #expect(
      help.hasSuffix("ALIASES:\n  r                       recent --limit 5\n  recent                  list --json\n"))
    #expect(await program.run("help").output.hasSuffix(help.suffix(80)))
  }

  @Test func `the help has no section of aliases without any`() async {
    #expect(await !program.run("--help").output.contains("ALIASES:"))
  }

  @Test func `an error in a saved search names its line`() async {
    var program = program
    program.fakes.searches = SavedSearches(
      ["reading": "tag:book before:noon", "all": "@reading", "loop": "@loop"],
      locations: [
        "reading": .init(path: "/c.yaml", line: 3, column: 3), "loop": .init(path: "/c.yaml", line: 4, column: 3),
      ])
    let run = await program.run("list", "@all")
    #expect(run.status == .configuration)
    #expect(run.error.contains("/c.yaml:3:3: in the saved search @reading: invalid date 'noon'"))
    #expect(run.error.contains("mend it: notesctl config edit"))
    let loop = await program.run("search", "@loop")
    #expect(loop.error.contains("/c.yaml:4:3: in the saved search @loop: the saved search @loop contains itself"))
  }

  @Test func `a sort order is that of lists, and the option has precedence`() async {
    var program = program
    program.fakes = Fakes(notes: [.sample(1, title: "B"), .sample(2, title: "A")])
    program.fakes.configuration.files[Self.path] = "sort: title\n"
    #expect(await program.run("list", "--format", "{title}").output == "A\nB\n")
    program.fakes.configuration.files[Self.path] = "sort: created\n"
    #expect(await program.run("list", "--sort", "title", "--format", "{title}").output == "A\nB\n")
  }

  @Test func `a quiet log prints no notices`() async {
    write("log: quiet\n")
    let run = await program.run("add", "Tea")
    #expect(run.status == .success && run.error.isEmpty)
    #expect(await program.run("config", "get", "log", "--debug").output == "debug\n")
  }

  @Test func `editing creates the file, and checks it afterwards`() async {
    var program = program
    program.isInputTerminal = true
    #expect(await program.run("config", "edit").status == .success)
    #expect(program.fakes.configuration.files[Self.path]?.contains("# editor: vim") == true)
    program.fakes.configuration.files[Self.path] = "editr: vim\n"
    let run = await program.run("config", "edit")
    #expect(run.status == .configuration && run.error.contains("unknown key 'editr'"))
  }

  @Test func `a failing editor leaves the file as it is`() async {
    var program = program
    program.fakes = Fakes(editorFailing: .failed(command: "vi", status: 1))
    program.fakes.configuration.files[Self.path] = "pager: less\n"
    let run = await program.run("config", "edit")
    #expect(run.status == .unavailable && run.error.contains("the editor 'vi' exited with status 1"))
    #expect(program.fakes.configuration.files[Self.path] == "pager: less\n")
  }

  @Test(arguments: [("keep", "Ada\nLondon\n"), ("join", "Ada London\n")])
  func `line breaks are kept or joined in what a terminal shows`(value: String, shown: String) async {
    var program = program
    program.fakes = Fakes(notes: [.sample(1, title: "Ada", body: "Ada\nLondon")])
    program.traits = StreamTraits(isTerminal: true, hasColor: false, width: 80)
    program.fakes.configuration.files[Self.path] = "line-breaks: \(value)\n"
    #expect(await program.run("show", "Ada").output.hasSuffix("\n" + shown))
  }

  @Test func `a page size is the number of notes of a list on a terminal`() async {
    var program = program
    program.fakes = Fakes(notes: (1...5).map { .sample($0) })
    program.traits = StreamTraits(isTerminal: true, hasColor: false, width: 80)
    program.fakes.configuration.files[Self.path] = "page-size: 2\n"
    #expect(await program.run("list").output.split(separator: "\n").count == 2)
  }

  @Test(arguments: [(2, "There are more: see them with -n 100\n"), (5, "")])
  func `a list that a page size cuts says that there are more`(size: Int, notice: String) async {
    var program = program
    program.fakes = Fakes(notes: (1...5).map { .sample($0) })
    program.traits = StreamTraits(isTerminal: true, hasColor: false, width: 80)
    program.fakes.configuration.files[Self.path] = "page-size: \(size)\n"
    #expect(await program.run("list").error == notice)
    #expect(await program.run("search", "text").error == notice)
    #expect(await program.run("list", "-n", "2").error.isEmpty)
  }

  @Test func `a page size leaves out nothing that a script reads`() async {
    var program = program
    program.fakes = Fakes(notes: (1...5).map { .sample($0) })
    program.fakes.configuration.files[Self.path] = "page-size: 2\n"
    #expect(await program.run("list", "--ids").output.split(separator: "\n").count == 5)
    program.traits = StreamTraits(isTerminal: true, hasColor: false, width: 80)
    #expect(await program.run("list", "--ids").output.split(separator: "\n").count == 5)
    #expect(await program.run("list", "--jsonl").output.split(separator: "\n").count == 5)
  }

  @Test(
    arguments: [
      ("color: always", ["TERM": "dumb"], "color", "never"),
      ("color: never", ["CLICOLOR_FORCE": "0"], "color", "never"),
      ("color: always", ["NO_COLOR": "1"], "color", "never"),
      ("color: never", ["CLICOLOR_FORCE": "1"], "color", "always"),
      ("color: never", ["NOTESCTL_COLOR": "auto", "NO_COLOR": "1"], "color", "auto"),
      ("pager: most", ["NOTESCTL_PAGER": ""], "pager", ""), ("pager: most", ["PAGER": "less"], "pager", "most"),
      ("log: normal", ["PAGER": ""], "pager", ""), ("editor: vim", ["EDITOR": "nano"], "editor", "vim"),
    ] as [(String, [String: String], String, String)])
  func `variables and the file have their precedence, and an empty pager is none`(
    text: String, variables: [String: String], key: String, value: String
  ) async throws {
    var program = program
    program.environment.merge(variables) { $1 }
    write(text)
    #expect(await program.run("config", "get", key).output == value + "\n")
    let configuration = try Configuration(environment: program.environment, files: program.fakes.configuration)
    let settings = ConsoleSettings(environment: configuration.completed(program.environment))
    if key == "color" { #expect(settings.wantsColor == (value == "auto" ? nil : value == "always")) }
    if key == "pager" { #expect(settings.pager == (value.isEmpty ? nil : value)) }
  }

  @Test(
    arguments: [
      ("a  b", ["a", "b"]), (#"a "b c" 'd "e' f\ g"#, ["a", "b c", "d \"e", "f g"]), (#""" ''"#, ["", ""]),
      (#"a\"b"#, ["a\"b"]), (#""a"b'c'"#, ["abc"]), (#""a\d\"b""#, ["a\\d\"b"]), ("", []), ("\"a", nil), ("'a\"", nil),
    ] as [(String, [String]?)])
  func `words are split as by a shell`(line: String, words: [String]?) {
    #expect(ShellQuoting.split(line) == words)
  }
}
