import ArgumentParser
import NotesViewModels
import Wiring

struct AppendCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    commandName: "append",
    _superCommandName: "notesctl",
    abstract: "Add text at the end of a note.",
    discussion: """
      EXAMPLES:
        notesctl append 019a0c3e "Second rise: 40 minutes"
        date | notesctl append 019a0c3e -
      """)

  @OptionGroup var global: GlobalOptions
  var screen = Injected<ChangeScreen>()

  @Argument(help: ArgumentHelp("The beginning of the note's id.", valueName: "id"))
  var reference: String

  @Argument(help: "The text, or - to read it from standard input.")
  var text: [String]

  func run(on screen: ChangeScreen) async throws {
    await screen.note.append(try TextInput(screen.console).text(text), to: reference)
    try screen.report("Added to")
  }
}
