import NotesDomain
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
    ("\ncolor: blue", ":2:1: 'blue' is not a value of color\n  expected: always, never or auto"),
    ("page-size: 0", ":1:1: '0' is not a value of page-size\n  expected: a number from 1 on"),
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

  @Test func `a saved search is used by its name`() async {
    var program = program
    program.fakes = Fakes(notes: [.sample(1, title: "Emma", tags: ["book"]), .sample(2, title: "Tea")])
    program.fakes.configuration.files[Self.path] = "searches:\n  reading: tag:book\n"
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

  @Test func `aliases that refer to each other are reported`() async {
    write("aliases:\n  a: b 1\n  b: a 2\n")
    let run = await program.run("a")
    #expect(run.status == .configuration && run.error.contains("the alias 'a' refers to itself: a, b, a"))
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

  @Test func `a page size is the number of notes of a list on a terminal`() async {
    var program = program
    program.fakes = Fakes(notes: (1...5).map { .sample($0) })
    program.traits = StreamTraits(isTerminal: true, hasColor: false, width: 80)
    program.fakes.configuration.files[Self.path] = "page-size: 2\n"
    #expect(await program.run("list").output.split(separator: "\n").count == 2)
  }

  @Test(
    arguments: [
      ("a  b", ["a", "b"]), (#"a "b c" 'd "e' f\ g"#, ["a", "b c", "d \"e", "f g"]), (#""" ''"#, ["", ""]),
      (#"a\"b"#, ["a\"b"]), (#""a"b'c'"#, ["abc"]), ("", []), ("\"a", nil), ("'a\"", nil),
    ] as [(String, [String]?)])
  func `words are split as by a shell`(line: String, words: [String]?) {
    #expect(ShellWords.split(line) == words)
  }
}
