import ArgumentParser
import NotesDomain
import NotesViewModels
import Wiring

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
  @OptionGroup var machine: MachineFormat

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
      abbreviates: output.isTerminal && !machine.isWanted)
    let state = screen.search.state
    if let failure = state.phase.failure { throw failure }
    if machine.isWanted {
      try screen.console.write(
        StyledText(trusted: try machine.text(state.rows.map { .hit($0.hit) }, like: .hit(.example))), to: .output)
    } else {
      try screen.console.write(HitList(times: screen.times, width: output.width).text(state.rows), to: .output)
    }
    if let newest = state.rankedNewest {
      try screen.console.write(
        "\(.dim, "These words are in very many notes; the newest \(newest) of them were compared.")\n", to: .notice)
    }
    guard state.rows.isEmpty, limit != 0 else { return }
    if !machine.isWanted { try screen.console.write("Nothing was found.\n", to: .notice) }
    if hasExitCode { throw ExitStatus.exitCode }
  }
}
