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
  @OptionGroup var machine: MachineFormat

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
    if machine.isWanted {
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
