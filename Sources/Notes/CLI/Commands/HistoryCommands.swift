import ArgumentParser
import NotesDomain
import NotesViewModels
import Wiring

struct HistoryCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    commandName: "history",
    _superCommandName: "notesctl",
    abstract: "Show what happened, last first.",
    discussion: """
      EXAMPLES:
        notesctl history
        notesctl history 019a0c3e
        notesctl diff 019a0c3e --to 12
        notesctl undo 12

      Every command that changes notes, every import and every sync has a number. Of a note, each \
      line is a version, with what made it another one than the version before. A note that is \
      gone is named by its whole id.
      """)

  @OptionGroup var global: GlobalOptions
  var screen = Injected<Screen>()
  @OptionGroup var machine: JSONOutputOptions

  @Option(help: ArgumentHelp("Print at most N lines. (default: 20)", valueName: "n"))
  var limit: Int?

  @Argument(help: ArgumentHelp("The beginning of a note's id; without it, the whole store.", valueName: "id"))
  var reference: String?

  struct Screen: Sendable {
    let history: HistoryViewModel
    let times: TimeText
    let page: PageSettings
    let console: any Console
  }

  func validate() throws {
    if let limit, limit < 0 { throw Self.usage("--limit must not be negative.") }
  }

  func run(on screen: Screen) async throws {
    let limit = limit ?? screen.page.size ?? 20
    if let reference {
      await screen.history.load(reference, limit: limit)
    } else {
      await screen.history.load(limit: limit)
    }
    let state = screen.history.state
    if let failure = state.phase.failure { throw failure }
    if machine.isRequested {
      let text =
        reference == nil
        ? try machine.text(state.changeSets.map(JSONValue.changeSet), like: .changeSet(.example))
        : try machine.text(state.rows.map { .version($0.version) }, like: .version(.example))
      return try screen.console.write(StyledText(trusted: text), to: .output)
    }
    let output = screen.console.traits(of: .output)
    let table = HistoryTable(times: screen.times, width: output.width)
    try screen.console.write(table.text(state.changeSets) + table.text(state.rows), to: .output)
    if state.changeSets.isEmpty, state.rows.isEmpty, limit > 0 {
      return try screen.console.write("Nothing has happened yet.\n", to: .notice)
    }
    if output.isTerminal { try screen.console.write(hint(state), to: .notice) }
  }

  private func hint(_ state: HistoryState) -> StyledText {
    if let number = state.rows.first?.version.changeSet {
      return "\(.dim, "See one: notesctl diff \(state.shortID) --to \(number)")\n"
    }
    return state.changeSets.isEmpty ? "" : "\(.dim, "Take the last one back: notesctl undo")\n"
  }
}

struct DiffCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    _superCommandName: "notesctl",
    abstract: "Show what changed in a note.",
    discussion: """
      EXAMPLES:
        notesctl diff 019a0c3e
        notesctl diff 019a0c3e --to 12
        notesctl diff 019a0c3e --from 9

      The numbers are those of 'notesctl history ID'. Without them the last change is shown; with \
      --to alone the change of that number, with --from alone what changed since. Number 0 is the \
      note as it was before anything was remembered.
      """)

  @OptionGroup var global: GlobalOptions
  var screen = Injected<Screen>()
  @OptionGroup var machine: JSONOutputOptions

  @Option(help: ArgumentHelp("The number of the older version.", valueName: "number"))
  var from: Int?

  @Option(help: ArgumentHelp("The number of the newer version.", valueName: "number"))
  var to: Int?

  @Argument(help: ArgumentHelp("The beginning of the note's id.", valueName: "id"))
  var reference: String

  struct Screen: Sendable {
    let diff: DiffViewModel
    let times: TimeText
    let console: any Console
  }

  func run(on screen: Screen) async throws {
    await screen.diff.compare(reference, from: from, to: to)
    let state = screen.diff.state
    if let failure = state.phase.failure { throw failure }
    guard let difference = state.difference else { return }
    if machine.isRequested {
      return try screen.console.write(StyledText(trusted: try machine.text(.difference(state))), to: .output)
    }
    guard !difference.isEmpty else {
      return try screen.console.write("The two versions are the same.\n", to: .notice)
    }
    try screen.console.write(DiffPage(times: screen.times).text(state), to: .output)
  }
}

struct UndoCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo",
    _superCommandName: "notesctl",
    abstract: "Take changes back.",
    discussion: """
      EXAMPLES:
        notesctl undo
        notesctl undo 12 --dry-run
        notesctl undo 13        where 13 was an undo: do it again after all

      Without a number it takes back the last command or import that is still in force; changes \
      that came with a sync only by their number. What was changed since stays, as far as it \
      touches other lines. If one note cannot be taken back, none is. Notes that were added go to \
      the trash.
      """)

  @OptionGroup var global: GlobalOptions
  var screen = Injected<Screen>()

  @Flag(name: [.customShort("n"), .customLong("dry-run")], help: "Only print what it would do.")
  var isDryRun = false

  @Argument(help: ArgumentHelp("The number of the changes, from 'notesctl history'.", valueName: "number"))
  var number: Int?

  struct Screen: Sendable {
    let undo: UndoViewModel
    let console: any Console
  }

  func run(on screen: Screen) async throws {
    await screen.undo.undo(number, isDryRun: isDryRun)
    let state = screen.undo.state
    if let failure = state.phase.failure { throw failure }
    guard let set = state.changeSet else { return }
    switch state.outcome {
    case .done(let own):
      let titles = ChangeText.titles(of: state.changes, count: state.count)
      try screen.console.write(
        "Took back \(set.id): \(titles).  \(.dim, "Undo: notesctl undo \(own)")\n", to: .notice)
    case .possible:
      for change in state.changes {
        let title = (change.after ?? change.before)?.title ?? ""
        try screen.console.write(
          "\(raw: change.id.description)  \(title): \(ChangeText.outcome(of: change))\n", to: .output)
      }
      if state.count > state.changes.count {
        try screen.console.write("… and \(state.count - state.changes.count) more\n", to: .output)
      }
      try screen.console.write("Nothing was changed.  \(.dim, "Do it: notesctl undo \(set.id)")\n", to: .notice)
    case .nothingLeft:
      try screen.console.write("Of \(set.id) nothing is left to take back.\n", to: .notice)
    case nil:
      break
    }
  }
}
