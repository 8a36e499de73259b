import ArgumentParser
import NotesDomain
import NotesViewModels
import Wiring

struct ConflictsShowCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    _superCommandName: "notesctl conflicts",
    abstract: "Show what both sides changed.",
    discussion: """
      EXAMPLES:
        notesctl conflicts show 019a0c3e
        notesctl conflicts show 019a0c3e --json

      "theirs" is what came from the others and stands in the note, "ours" what was written here \
      and stands in the copy. Each is compared with the text that both go back to, where that is \
      known.
      """)

  @OptionGroup var global: GlobalOptions
  var screen = Injected<Screen>()
  @OptionGroup var machine: MachineFormat

  @Argument(help: ArgumentHelp("The beginning of the copy's or the note's id.", valueName: "id"))
  var reference: String

  struct Screen: Sendable {
    let conflicts: ConflictsViewModel
    let times: TimeText
    let console: any Console
  }

  func run(on screen: Screen) async throws {
    await screen.conflicts.open(reference)
    if let failure = screen.conflicts.state.phase.failure { throw failure }
    guard let open = screen.conflicts.state.opened else { return }
    let text =
      machine.isWanted
      ? StyledText(trusted: try machine.text(.openConflict(open))) : ConflictPage(times: screen.times).text(open)
    try screen.console.write(text, to: .output)
  }
}
