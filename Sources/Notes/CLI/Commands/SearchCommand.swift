import ArgumentParser
import NotesDomain
import NotesViewModels
import Wiring

struct SearchCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    "search", abstract: "Find notes by their text, best match first.",
    discussion: """
      EXAMPLES:
        notesctl search sourdough starter          both words
        notesctl search '"sourdough starter"'      the exact phrase
        notesctl search 'tomat*' -paste            this prefix, without paste
        notesctl search rye OR wheat tag:bread     one of the words, with the tag
        notesctl search rye --format '{id}\\t{snippet}'

      Titles rank above tags, and tags above text. Besides words, a query takes \(ListCommand.keys), \
      and @NAME for a saved search. The archive is searched; the trash is not.
      """,
    aliases: ["f"])

  @OptionGroup var global: GlobalOptions
  var screen = Injected<Screen>()
  @OptionGroup var machine: JSONOutputOptions
  @OptionGroup var selection: QueryOptions
  @OptionGroup var formatting: FormatOptions

  @Option(name: [.customShort("n"), .long], help: ArgumentHelp("Print at most N notes. (default: 20)", valueName: "n"))
  var limit: Int?

  @Option(
    name: .shortAndLong, help: "The order: modified, created or title, or its first letter. (default: best match first)"
  )
  var sort: NoteQuery.Order?

  @Flag(help: "Stay, and show each change at once, until Ctrl-C.")
  var follow = false

  @Flag(help: "Search the trash instead.")
  var trash = false

  @Argument(help: "The query.", completion: .query)
  var query: [String] = []

  var needs: CommandNeeds { follow ? .presentStore : .existingStore }

  struct Screen: Sendable {
    let search: SearchViewModel
    let times: TimeText
    let page: PageSettings
    let writer: FormatWriter
    let console: any Console
  }

  static func arranged(_ arguments: [String]) -> [String] { QueryArguments.arranged(arguments) }

  func validate() throws {
    try Self.check(limit: limit)
    try selection.check(machine)
    if follow { try selection.checkFollowing(machine, formatting) }
    if query.isEmpty, selection.tags.isEmpty, selection.notebook == nil {
      throw Self.usage("Specify words to search for.")
    }
  }

  func run(on screen: Screen) async throws {
    let format = try formatting.format(FormatPlaceholder.ofNotes + [.snippet], others: selection.others(machine))
    let output = screen.console.traits(of: .output)
    let labels: RowLabels = selection.labels(machine, format, isTerminal: output.isTerminal)
    let size = screen.page.size(isForPerson: labels == .numbers && output.isTerminal)
    let form = SearchForm(
      NoteFilter.text(joining: query), tags: selection.tags, notebook: selection.notebook, isInTrash: trash,
      order: sort,
      limit: limit ?? size ?? 20)
    if follow { return try await showLive(form, on: screen, labels) }
    if selection.count {
      let count = try await screen.search.run { await $0.count(form) }.count ?? 0
      try screen.console.write("\(count)\n", to: .output)
      return try selection.end(isEmpty: count == 0)
    }
    let state = try await screen.search.run { await $0.search(form, labels: labels) }
    if let format {
      let rows = state.rows.enumerated().map { index, row in
        FormatRow(number: index + 1, summary: row.value.note, snippet: row.value.snippet)
      }
      try await screen.writer.write(rows, by: format, end: selection.null ? "\0" : "\n")
    } else if selection.printsIDs {
      try screen.console.write(StyledText(trusted: selection.ids(state.rows.map(\.label))), to: .output)
    } else if selection.full {
      try await machine.write(
        state.rows.map(\.value), .fullHit, id: \.id, as: { FullHit(note: $1, hit: $0) }, by: screen.writer)
    } else if machine.isRequested {
      try screen.console.write(machine.text(state.rows.map(\.value), .hit), to: .output)
    } else {
      try screen.console.write(SearchResultList(times: screen.times, width: output.width).text(state.rows), to: .output)
      if state.rows.isEmpty, limit != 0 { try screen.console.write("No matches.\n", to: .notice) }
      if state.hasMore, limit == nil, output.isTerminal { try screen.console.reportMore(than: state.rows.count) }
    }
    if let newest = state.rankedNewest {
      try screen.console.finish()
      try screen.console.write(
        "\(.dim, "Too many matches to rank; only the newest \(newest) notes were ranked.")\n", to: .notice)
    }
    try selection.end(isEmpty: state.rows.isEmpty && limit != 0)
  }

  /// Shows the hits on the terminal, and again after each change.
  @MainActor
  private func showLive(_ form: SearchForm, on screen: Screen, _ labels: RowLabels) async throws {
    var live = try LiveScreen(on: screen.console)
    var form = form
    form.limit = live.fitting(form.limit, linesEach: 2)
    try await screen.search.observe(form, labels: labels) { state in
      try state.phase.check()
      let results = SearchResultList(times: screen.times, width: screen.console.traits(of: .output).width)
      let text = state.rows.isEmpty ? "No matches.\n" : results.text(state.rows)
      try live.show(text + LiveScreen.more(state.hasMore))
    }
  }
}
