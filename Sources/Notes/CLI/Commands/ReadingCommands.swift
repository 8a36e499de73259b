import ArgumentParser
import NotesDomain
import NotesViewModels
import Wiring

struct ListCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    "list", abstract: "List notes, most recently changed first.",
    discussion: """
      EXAMPLES:
        notesctl list --limit 20
        notesctl list --tag garden --notebook Journal
        notesctl list --json --fields id,title

      A tag includes nested tags; a notebook includes the notebooks inside it.
      """,
    aliases: ["ls"])

  @OptionGroup var global: GlobalOptions
  var screen = Injected<Screen>()
  @OptionGroup var machine: JSONOutputOptions

  @Option(help: ArgumentHelp("Print at most N notes.", valueName: "n"))
  var limit: Int?

  @Option(name: [.customShort("g"), .customLong("tag")], help: "Only notes with this tag; can be repeated.")
  var tags: [String] = []

  @Option(name: [.customShort("b"), .long], help: ArgumentHelp("Only notes in this notebook.", valueName: "path"))
  var notebook: String?

  // Optional, although there is a default: the parser would format the default on every start.
  @Option(help: "The order: modified, created or title. (default: modified)")
  var sort: NoteQuery.Order?

  @Flag(help: "List archived notes instead.")
  var archived = false

  @Flag(help: "List notes in the trash instead.")
  var trash = false

  @Flag(help: "All notes, including the archive and the trash.")
  var all = false

  @Flag(name: .customLong("exit-code"), help: "Exit with status 1 if there are no notes.")
  var hasExitCode = false

  struct Screen: Sendable {
    let list: NoteListViewModel
    let times: TimeText
    let page: PageSettings
    let console: any Console
  }

  func validate() throws {
    if let limit, limit < 0 { throw Self.usage("--limit must not be negative.") }
    if [archived, trash, all].count(where: { $0 }) > 1 {
      throw Self.usage("--archived, --trash and --all cannot be used together.")
    }
  }

  func run(on screen: Screen) async throws {
    let output = screen.console.traits(of: .output)
    let state = try await screen.list.run {
      await $0.load(try query(screen.page), abbreviates: output.isTerminal && !machine.isRequested)
    }
    if machine.isRequested {
      try screen.console.write(machine.text(state.rows.map(\.value), .summary), to: .output)
    } else {
      let table = NoteTable(times: screen.times, width: output.width)
      for row in state.rows.chunked(by: 200) { try screen.console.write(table.text(row), to: .output) }
    }
    guard state.rows.isEmpty, limit != 0 else { return }
    if !machine.isRequested { try screen.console.write("No notes.\n", to: .notice) }
    if hasExitCode { throw ExitStatus.exitCode }
  }

  private func query(_ page: PageSettings) throws -> NoteQuery {
    var query = NoteQuery(limit: limit ?? page.size)
    query.scope = archived ? .archived : trash ? .trash : all ? .everywhere : .active
    query.tags = try Tag.parse(tags)
    query.notebook = try Notebook.parse(notebook ?? "")
    query.order = sort ?? .modified
    return query
  }
}

extension NoteQuery.Order: ExpressibleByArgument {}

extension Array {
  /// The elements in slices of at most `count`.
  fileprivate func chunked(by count: Int) -> [[Element]] {
    stride(from: 0, to: self.count, by: count).map { Array(self[$0..<Swift.min($0 + count, self.count)]) }
  }
}

struct SearchCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    "search", abstract: "Find notes by their text, best match first.",
    discussion: """
      EXAMPLES:
        notesctl search sourdough starter          both words
        notesctl search '"sourdough starter"'      the exact phrase
        notesctl search 'tomat*' -green            words with this prefix, without green

      Titles rank above tags, and tags above text. The archive is searched; the trash is not.
      """)

  @OptionGroup var global: GlobalOptions
  var screen = Injected<Screen>()
  @OptionGroup var machine: JSONOutputOptions

  @Option(help: ArgumentHelp("Print at most N notes. (default: 20)", valueName: "n"))
  var limit: Int?

  @Flag(help: "Search the trash instead.")
  var trash = false

  @Flag(name: .customLong("exit-code"), help: "Exit with status 1 if there are no matches.")
  var hasExitCode = false

  @Argument(parsing: .allUnrecognized, help: "The words to search for.")
  var query: [String]

  struct Screen: Sendable {
    let search: SearchViewModel
    let times: TimeText
    let page: PageSettings
    let console: any Console
  }

  func validate() throws {
    // One dash excludes a word; two dashes are an option that does not exist.
    if let typo = query.first(where: { $0.hasPrefix("--") && $0.count > 2 && !$0.contains(" ") }) {
      throw Self.usage("Unknown option '\(typo)'. To search for it, quote it: '\"\(typo)\"'.")
    }
    if let limit, limit < 0 { throw Self.usage("--limit must not be negative.") }
  }

  func run(on screen: Screen) async throws {
    let output = screen.console.traits(of: .output)
    let state = try await screen.search.run {
      await $0.search(
        SearchQuery(query.joined(separator: " "), limit: limit ?? screen.page.size ?? 20, isInTrash: trash),
        abbreviates: output.isTerminal && !machine.isRequested)
    }
    if machine.isRequested {
      try screen.console.write(machine.text(state.rows.map(\.value), .hit), to: .output)
    } else {
      try screen.console.write(SearchResultList(times: screen.times, width: output.width).text(state.rows), to: .output)
    }
    if let newest = state.rankedNewest {
      try screen.console.write(
        "\(.dim, "Too many matches to rank; only the newest \(newest) notes were ranked.")\n", to: .notice)
    }
    guard state.rows.isEmpty, limit != 0 else { return }
    if !machine.isRequested { try screen.console.write("No matches.\n", to: .notice) }
    if hasExitCode { throw ExitStatus.exitCode }
  }
}

struct ShowCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    "show", abstract: "Show a note.",
    discussion: """
      EXAMPLES:
        notesctl show 019a0c3e
        notesctl show 019a0c3e --raw > note.md

      Control characters in a note are escaped. With --raw the text is written byte for byte \
      when the output is not a terminal.
      """)

  @OptionGroup var global: GlobalOptions
  var screen = Injected<Screen>()
  @OptionGroup var machine: JSONOutputOptions

  @Flag(help: "Print only the text.")
  var raw = false

  @Option(help: ArgumentHelp("Print at most N lines of the text.", valueName: "n"))
  var limit: Int?

  @Argument(help: ArgumentHelp("The note's id, or the beginning of it.", valueName: "id"))
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
    guard let note = try await screen.note.run({ await $0.open(reference) }).note else { return }
    if machine.isRequested {
      try screen.console.write(machine.text(.note(note)), to: .output)
    } else if raw, screen.console.traits(of: .output).isTerminal {
      try screen.console.write(StyledText(note.body), to: .output)
    } else if raw {
      try screen.console.write(bytes: Array(note.body.utf8))
    } else {
      try screen.console.write(NotePage(times: screen.times).text(note, lines: limit), to: .output)
    }
  }
}
