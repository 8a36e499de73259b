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
  @OptionGroup var machine: MachineFormat

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
    await screen.list.load(try query(screen.page), abbreviates: output.isTerminal && !machine.isWanted)
    let state = screen.list.state
    if let failure = state.phase.failure { throw failure }
    if machine.isWanted {
      try screen.console.write(
        StyledText(trusted: try machine.text(state.rows.map { .summary($0.note) }, like: .summary(.example))),
        to: .output)
    } else {
      let table = NoteTable(times: screen.times, width: output.width)
      for row in state.rows.chunked(by: 200) { try screen.console.write(table.text(row), to: .output) }
    }
    guard state.rows.isEmpty, limit != 0 else { return }
    if !machine.isWanted { try screen.console.write("There are no notes here.\n", to: .notice) }
    if hasExitCode { throw ExitStatus.exitCode }
  }

  private func query(_ page: PageSettings) throws(Failure) -> NoteQuery {
    var query = NoteQuery(limit: limit ?? page.size)
    query.place = archived ? .archived : trash ? .trash : all ? .everywhere : .active
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
