import ArgumentParser
import NotesDomain
import NotesViewModels
import Wiring

struct ListCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    "list", abstract: "List notes, most recently changed first.",
    discussion: """
      EXAMPLES:
        notesctl list
        notesctl list tag:garden after:last-month
        notesctl list --notebook Journal --sort title
        notesctl list -sc
        notesctl list is:trashed --count
        notesctl list --format '{modified:date} {path}'
        notesctl list --all --jsonl --full > notes.jsonl
        notesctl list tag:today --follow

      A query selects notes as in 'search': words, \(Self.keys), OR, and a dash to exclude. On a \
      terminal, the notes have numbers, by which the next commands can name them.

      A format has the placeholders \(placeholders) and the escapes \\t \\n \\0 \\\\ {{ }}. \
      Times are written as in {created:date}, or short, time, iso, unix. A word is the name of a \
      format: link, oneline, path, tsv.
      """,
    aliases: ["l", "ls"])

  private static let placeholders = FormatPlaceholder.ofNotes.map { "{\($0.rawValue)}" }.joined(separator: " ")

  static let keys = "tag:, title:, notebook:, before:, after:, created:, modified:, is:, has:, links:"

  @OptionGroup var global: GlobalOptions
  var screen = Injected<Screen>()
  @OptionGroup var machine: JSONOutputOptions
  @OptionGroup var selection: QueryOptions
  @OptionGroup var formatting: FormatOptions

  @Option(name: [.customShort("n"), .long], help: ArgumentHelp("Print at most N notes.", valueName: "n"))
  var limit: Int?

  // Optional, although there is a default: the parser would format the default on every start.
  @Option(name: .shortAndLong, help: "The order: modified, created or title, or its first letter. (default: modified)")
  var sort: NoteQuery.Order?

  @Flag(help: "Stay, and show each change at once, until Ctrl-C.")
  var follow = false

  @Flag(help: "List archived notes instead.")
  var archived = false

  @Flag(help: "List notes in the trash instead.")
  var trash = false

  @Flag(help: "List all notes, including the archive and the trash.")
  var all = false

  @Argument(help: "The query.", completion: .query)
  var query: [String] = []

  var needs: CommandNeeds { follow ? .presentStore : .existingStore }

  struct Screen: Sendable {
    let list: NoteListViewModel
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
    if [archived, trash, all].count(where: { $0 }) > 1 {
      throw Self.usage("--archived, --trash and --all cannot be used together.")
    }
  }

  func run(on screen: Screen) async throws {
    let format = try formatting.format(others: selection.others(machine))
    if selection.count {
      let count = try await screen.list.run { await $0.count(form(limit)) }.count ?? 0
      try screen.console.write("\(count)\n", to: .output)
      return try selection.end(isEmpty: count == 0)
    }
    let output = screen.console.traits(of: .output)
    let labels: RowLabels = selection.labels(machine, format, isTerminal: output.isTerminal)
    let size = screen.page.size(isForPerson: labels == .numbers && output.isTerminal)
    if follow { return try await showLive(screen, labels, size: size) }
    let state = try await screen.list.run {
      await $0.load(form(limit ?? size, screen.page.order), labels: labels)
    }
    let rows = state.rows
    if let format {
      try await screen.writer.write(
        FormatRow.rows(rows.map(\.value)), by: format, end: selection.null ? "\0" : "\n")
    } else if selection.printsIDs {
      try screen.console.write(StyledText(trusted: selection.ids(rows.map(\.label))), to: .output)
    } else if selection.full {
      try await machine.write(rows.map(\.value), .note, id: \.id, as: { $1 }, by: screen.writer)
    } else if machine.isRequested {
      try screen.console.write(machine.text(rows.map(\.value), .summary), to: .output)
    } else {
      let table = table(screen)
      for rows in rows.chunked(by: 200) { try screen.console.write(table.text(rows), to: .output) }
      if rows.isEmpty, limit != 0 { try screen.console.write("No notes.\n", to: .notice) }
      if state.hasMore, limit == nil, output.isTerminal { try screen.console.reportMore(than: rows.count) }
      if rows.isEmpty, output.isTerminal, isPlain {
        try screen.console.write(
          "\(.dim, "Write one: notesctl add \"Buy rye flour\"; see all commands: notesctl --help")\n", to: .notice)
      }
    }
    try selection.end(isEmpty: rows.isEmpty && limit != 0)
  }

  /// Shows the list on the terminal, and again after each change.
  @MainActor
  private func showLive(_ screen: Screen, _ labels: RowLabels, size: Int?) async throws {
    var live = try LiveScreen(on: screen.console)
    let count = live.fitting(limit ?? size ?? 20)
    try await screen.list.observe(form(count, screen.page.order), labels: labels) { state in
      try state.phase.check()
      let text = state.rows.isEmpty ? "No notes.\n" : table(screen).text(state.rows)
      try live.show(text + LiveScreen.more(state.hasMore))
    }
  }

  private func table(_ screen: Screen) -> NoteTable {
    NoteTable(
      times: screen.times, width: screen.console.traits(of: .output).width,
      marksTrash: all || query.contains { $0.contains("trashed") })
  }

  /// Whether all notes are listed that are neither archived nor in the trash.
  private var isPlain: Bool {
    query.isEmpty && selection.tags.isEmpty && selection.notebook == nil && !archived && !trash && limit == nil
  }

  private func form(_ limit: Int?, _ order: NoteQuery.Order? = nil) -> NoteListForm {
    NoteListForm(
      NoteFilter.text(joining: query), tags: selection.tags, notebook: selection.notebook,
      scope: archived ? .archived : trash ? .trash : all ? .everywhere : .active, order: sort ?? order ?? .modified,
      limit: limit)
  }
}

extension NoteQuery.Order: ExpressibleByArgument {
  /// Parses an order or the beginning of one.
  public init?(argument: String) {
    guard !argument.isEmpty, let order = Self.allCases.first(where: { $0.rawValue.hasPrefix(argument) }) else {
      return nil
    }
    self = order
  }
}

/// The options of the commands that select notes by a query.
struct QueryOptions: ParsableArguments, Sendable {
  @Option(
    name: [.customShort("g"), .customLong("tag")], help: "Only notes with this tag; can be repeated.", completion: .tag)
  var tags: [String] = []

  @Option(
    name: [.customShort("b"), .long],
    help: ArgumentHelp("Only notes in this notebook; / for those in none.", valueName: "path"), completion: .notebook)
  var notebook: String?

  @Flag(help: "Print only the number of notes.")
  var count = false

  @Flag(name: .customLong("ids"), help: "Print only the ids, one per line.")
  var ids = false

  @Flag(name: [.customShort("0"), .customLong("null")], help: "Print only the ids, each followed by NUL.")
  var null = false

  @Flag(name: .customLong("exit-code"), help: "Exit with status 1 if there are no notes.")
  var hasExitCode = false

  @Flag(help: "Print whole notes as JSON, like 'show', for an import.")
  var full = false

  var printsIDs: Bool { ids || null }

  /// Checks options that exclude each other.
  func validate() throws {
    if full, count || printsIDs { throw ValidationError("--full cannot be used with --count, --ids or -0.") }
  }

  /// Checks the options for JSON beside those that print something else.
  func check(_ machine: JSONOutputOptions) throws {
    if machine.isRequested, count || printsIDs {
      throw ValidationError("--json, --jsonl and --fields cannot be used with --count, --ids or -0.")
    }
  }

  /// Returns the options that print something else than a format, each with whether it is used.
  func others(_ machine: JSONOutputOptions) -> [(name: String, isUsed: Bool)] {
    [("--json", machine.isRequested), ("--full", full), ("--count", count), ("--ids", ids)]
  }

  /// Checks that a list that stays on the screen is to print nothing else.
  func checkFollowing(_ machine: JSONOutputOptions, _ formatting: FormatOptions) throws {
    let others =
      others(machine) + [("-0", null), ("--exit-code", hasExitCode), ("--format", formatting.format != nil)]
    guard let other = others.first(where: \.isUsed) else { return }
    throw ValidationError("--follow and \(other.name) cannot be used together.")
  }

  /// Returns the labels of notes: numbers where a person can see them.
  func labels(_ machine: JSONOutputOptions, _ format: OutputFormat?, isTerminal: Bool) -> RowLabels {
    if let format { return format.hasNumbers ? .numbers : .ids }
    return isTerminal && !machine.isRequested && !printsIDs && !full ? .numbers : .ids
  }

  /// Returns ids as they are printed.
  func ids(_ ids: [String]) -> String { ids.map { $0 + (null ? "\0" : "\n") }.joined() }

  /// Ends the command with status 1 if nothing was found and that was requested.
  func end(isEmpty: Bool) throws {
    if isEmpty, hasExitCode { throw ExitStatus.exitCode }
  }
}

extension Console {
  /// Reports below a list that it ends before the last note, although no limit was given.
  func reportMore(than count: Int) throws {
    try finish()
    try write("\(.dim, "There are more: see them with -n \(max(count, 20) * 5)")\n", to: .notice)
  }
}

extension Array {
  /// Returns the elements in slices of at most `count`.
  fileprivate func chunked(by count: Int) -> [[Element]] {
    stride(from: 0, to: self.count, by: count).map { Array(self[$0..<Swift.min($0 + count, self.count)]) }
  }
}
