import ArgumentParser
import NotesDomain
import NotesViewModels
import Wiring

struct ShowCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    _superCommandName: "notesctl",
    abstract: "Show a note.",
    discussion: """
      EXAMPLES:
        notesctl show 019a0c3e
        notesctl show 019a0c3e --raw > note.md

      Control characters in a note are shown, not obeyed. With --raw the text comes byte for \
      byte when the output is no terminal.
      """)

  @OptionGroup var global: GlobalOptions
  var screen = Injected<Screen>()
  @OptionGroup var machine: MachineFormat

  @Flag(help: "Print the text alone.")
  var raw = false

  @Option(help: ArgumentHelp("Print at most N lines of the text.", valueName: "n"))
  var limit: Int?

  @Argument(help: ArgumentHelp("The beginning of the note's id.", valueName: "id"))
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
    await screen.note.open(reference)
    if let failure = screen.note.state.phase.failure { throw failure }
    guard let note = screen.note.state.note else { return }
    if machine.isWanted {
      try screen.console.write(StyledText(trusted: try machine.text(.note(note))), to: .output)
    } else if raw, screen.console.traits(of: .output).isTerminal {
      try screen.console.write(StyledText(note.body), to: .output)
    } else if raw {
      try screen.console.write(bytes: Array(note.body.utf8))
    } else {
      try screen.console.write(NotePage(times: screen.times).text(note, lines: limit), to: .output)
    }
  }
}
