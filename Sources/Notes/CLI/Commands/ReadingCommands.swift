import ArgumentParser
import NotesDomain
import NotesViewModels
import Wiring

struct ListCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    _superCommandName: "notesctl",
    abstract: "List notes, last changed first.",
    discussion: """
      EXAMPLES:
        notesctl list --limit 20
        notesctl list --tag garden --notebook Journal
        notesctl list --json --fields id,title

      A tag stands for those nested in it too, and a notebook for those inside it.
      """,
    aliases: ["ls"])

  @OptionGroup var global: GlobalOptions
  var screen = Injected<Screen>()
  @OptionGroup var machine: JSONOutputOptions

  @Option(help: ArgumentHelp("Print at most N notes.", valueName: "n"))
  var limit: Int?

  @Option(
    name: [.customShort("g"), .customLong("tag")], help: "Only notes with this tag; may be given more than once.")
  var tags: [String] = []

  @Option(name: [.customShort("b"), .long], help: ArgumentHelp("Only notes in this notebook.", valueName: "path"))
  var notebook: String?

  // Optional, like all options that have a default: the parser would put the default into words on every start.
  @Option(help: "The order: modified, created or title. (default: modified)")
  var sort: SortOrder?

  @Flag(help: "Notes in the archive instead.")
  var archived = false

  @Flag(help: "Notes in the trash instead.")
  var trash = false

  @Flag(help: "All notes, wherever they are.")
  var all = false

  @Flag(name: .customLong("exit-code"), help: "End with status 1 when there is nothing to list.")
  var hasExitCode = false

  enum SortOrder: String, ExpressibleByArgument, CaseIterable, Sendable {
    case modified, created, title
  }

  struct Screen: Sendable {
    let list: NoteListViewModel
    let times: TimeText
    let page: PageSettings
    let console: any Console
  }

  func validate() throws {
    if let limit, limit < 0 { throw Self.usage("--limit must not be negative.") }
    if [archived, trash, all].count(where: { $0 }) > 1 {
      throw Self.usage("--archived, --trash and --all exclude each other.")
    }
  }

  func run(on screen: Screen) async throws {
    let output = screen.console.traits(of: .output)
    await screen.list.load(try query(screen.page), abbreviates: output.isTerminal && !machine.isRequested)
    let state = screen.list.state
    if let failure = state.phase.failure { throw failure }
    if machine.isRequested {
      try screen.console.write(
        StyledText(trusted: try machine.text(state.rows.map { .summary($0.note) }, like: .summary(.example))),
        to: .output)
    } else {
      let table = NoteTable(times: screen.times, width: output.width)
      for row in state.rows.chunked(by: 200) { try screen.console.write(table.text(row), to: .output) }
    }
    guard state.rows.isEmpty, limit != 0 else { return }
    if !machine.isRequested { try screen.console.write("There are no notes here.\n", to: .notice) }
    if hasExitCode { throw ExitStatus.exitCode }
  }

  private func query(_ page: PageSettings) throws(Failure) -> NoteQuery {
    var query = NoteQuery(limit: limit ?? page.size)
    query.scope = archived ? .archived : trash ? .trash : all ? .everywhere : .active
    for text in tags {
      guard let tag = Tag(text) else { throw .malformedTag(text) }
      query.tags.append(tag)
    }
    guard let notebook = Notebook(self.notebook ?? "") else { throw .malformedNotebook(self.notebook ?? "") }
    query.notebook = notebook
    query.order =
      switch sort {
      case .modified, nil: .modified
      case .created: .created
      case .title: .title
      }
    return query
  }
}

extension Array {
  /// The elements in pieces of at most `count`.
  fileprivate func chunked(by count: Int) -> [[Element]] {
    stride(from: 0, to: self.count, by: count).map { Array(self[$0..<Swift.min($0 + count, self.count)]) }
  }
}

struct SearchCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    commandName: "search",
    _superCommandName: "notesctl",
    abstract: "Find notes by their text, best match first.",
    discussion: """
      EXAMPLES:
        notesctl search sourdough starter          both words
        notesctl search '"sourdough starter"'      side by side
        notesctl search 'tomat*' -green            words that begin so, without green

      Titles count more than tags, and tags more than text. The archive is searched too, the \
      trash is not.
      """)

  @OptionGroup var global: GlobalOptions
  var screen = Injected<Screen>()
  @OptionGroup var machine: JSONOutputOptions

  @Option(help: ArgumentHelp("Print at most N notes. (default: 20)", valueName: "n"))
  var limit: Int?

  @Flag(help: "Search the trash instead.")
  var trash = false

  @Flag(name: .customLong("exit-code"), help: "End with status 1 when nothing is found.")
  var hasExitCode = false

  @Argument(parsing: .allUnrecognized, help: "What to look for.")
  var query: [String]

  struct Screen: Sendable {
    let search: SearchViewModel
    let times: TimeText
    let page: PageSettings
    let console: any Console
  }

  func validate() throws {
    // A word behind one dash is excluded; what stands behind two is an option that does not exist.
    if let typo = query.first(where: { $0.hasPrefix("--") && $0.count > 2 && !$0.contains(" ") }) {
      throw Self.usage("Unknown option '\(typo)'. To look for it, put it into quotes: '\"\(typo)\"'.")
    }
    if let limit, limit < 0 { throw Self.usage("--limit must not be negative.") }
  }

  func run(on screen: Screen) async throws {
    let output = screen.console.traits(of: .output)
    await screen.search.search(
      SearchQuery(query.joined(separator: " "), limit: limit ?? screen.page.size ?? 20, isInTrash: trash),
      abbreviates: output.isTerminal && !machine.isRequested)
    let state = screen.search.state
    if let failure = state.phase.failure { throw failure }
    if machine.isRequested {
      try screen.console.write(
        StyledText(trusted: try machine.text(state.rows.map { .hit($0.hit) }, like: .hit(.example))), to: .output)
    } else {
      try screen.console.write(SearchResultList(times: screen.times, width: output.width).text(state.rows), to: .output)
    }
    if let newest = state.rankedNewest {
      try screen.console.write(
        "\(.dim, "These words are in very many notes; the newest \(newest) of them were compared.")\n", to: .notice)
    }
    guard state.rows.isEmpty, limit != 0 else { return }
    if !machine.isRequested { try screen.console.write("Nothing was found.\n", to: .notice) }
    if hasExitCode { throw ExitStatus.exitCode }
  }
}

struct ShowCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    _superCommandName: "notesctl",
    abstract: "Show a note.",
    discussion: """
      EXAMPLES:
        notesctl show 019a0c3e
        notesctl show 019a0c3e --raw > note.md

      Control characters in a note are shown, not obeyed. With --raw the text comes byte for \
      byte when the output is no terminal.
      """)

  @OptionGroup var global: GlobalOptions
  var screen = Injected<Screen>()
  @OptionGroup var machine: JSONOutputOptions

  @Flag(help: "Print the text alone.")
  var raw = false

  @Option(help: ArgumentHelp("Print at most N lines of the text.", valueName: "n"))
  var limit: Int?

  @Argument(help: ArgumentHelp("The beginning of the note's id.", valueName: "id"))
  var reference: String

  struct Screen: Sendable {
    let note: NoteViewModel
    let times: TimeText
    let console: any Console
  }

  func validate() throws {
    if let limit, limit < 0 { throw Self.usage("--limit must not be negative.") }
  }

  func run(on screen: Screen) async throws {
    await screen.note.open(reference)
    if let failure = screen.note.state.phase.failure { throw failure }
    guard let note = screen.note.state.note else { return }
    if machine.isRequested {
      try screen.console.write(StyledText(trusted: try machine.text(.note(note))), to: .output)
    } else if raw, screen.console.traits(of: .output).isTerminal {
      try screen.console.write(StyledText(note.body), to: .output)
    } else if raw {
      try screen.console.write(bytes: Array(note.body.utf8))
    } else {
      try screen.console.write(NotePage(times: screen.times).text(note, lines: limit), to: .output)
    }
  }
}
