import ArgumentParser
import NotesDomain
import NotesViewModels
import Wiring

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
  @OptionGroup var machine: MachineFormat

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
    if machine.isWanted {
      return try screen.console.write(StyledText(trusted: try machine.text(.difference(state))), to: .output)
    }
    guard !difference.isEmpty else {
      return try screen.console.write("The two versions are the same.\n", to: .notice)
    }
    try screen.console.write(DifferencePage(times: screen.times).text(state), to: .output)
  }
}
