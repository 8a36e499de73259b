import ArgumentParser
import NotesDomain
import NotesViewModels
import Wiring

struct ConflictsListCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    _superCommandName: "notesctl conflicts",
    abstract: "List the conflicts that nobody has settled, oldest first.",
    discussion: """
      EXAMPLES:
        notesctl conflicts
        notesctl conflicts --json --fields id,title

      A conflict has the id of its copy.
      """,
    aliases: ["ls"])

  @OptionGroup var global: GlobalOptions
  var screen = Injected<Screen>()
  @OptionGroup var machine: MachineFormat

  struct Screen: Sendable {
    let conflicts: ConflictsViewModel
    let times: TimeText
    let console: any Console
  }

  func run(on screen: Screen) async throws {
    await screen.conflicts.load()
    let state = screen.conflicts.state
    if let failure = state.phase.failure { throw failure }
    if machine.isWanted {
      let values = state.rows.map { JSONValue.conflict($0.conflict) }
      return try screen.console.write(
        StyledText(trusted: try machine.text(values, like: .conflict(.example))), to: .output)
    }
    guard !state.rows.isEmpty else { return try screen.console.write("There are no conflicts.\n", to: .notice) }
    let isForPeople = screen.console.traits(of: .output).isTerminal
    for row in state.rows {
      let id = isForPeople ? row.shortID : row.id.description
      let met = screen.times.short(row.conflict.met)
      try screen.console.write(
        "\(.dim, id)  \(.dim, met)  \(.title, row.conflict.theirs.title)\n", to: .output)
    }
    if isForPeople, let first = state.rows.first {
      try screen.console.write("\(.dim, "Look at one: notesctl conflicts show \(first.shortID)")\n", to: .notice)
    }
  }
}
