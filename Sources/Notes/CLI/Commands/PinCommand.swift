import ArgumentParser
import NotesViewModels
import Wiring

struct PinCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    commandName: "pin",
    _superCommandName: "notesctl",
    abstract: "Show notes first in lists.",
    discussion: """
      EXAMPLES:
        notesctl pin 019a0c3e
        notesctl pin --undo 019a0c3e
      """)

  @OptionGroup var global: GlobalOptions
  var screen = Injected<ChangeScreen>()

  @Flag(help: "Take the pin away.")
  var undo = false

  @Argument(help: ArgumentHelp("The beginnings of the notes' ids.", valueName: "id"))
  var references: [String]

  func run(on screen: ChangeScreen) async throws {
    for reference in references {
      await screen.note.setPinned(reference, !undo)
      try screen.report(undo ? "Unpinned" : "Pinned", undo: undo ? "pin" : "pin --undo")
    }
  }
}
