import ArgumentParser
import NotesViewModels
import Wiring

struct RestoreCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    _superCommandName: "notesctl",
    abstract: "Take notes out of the trash.",
    discussion: """
      EXAMPLES:
        notesctl list --trash
        notesctl restore 019a0c3e
      """)

  @OptionGroup var global: GlobalOptions
  var screen = Injected<ChangeScreen>()

  @Argument(help: ArgumentHelp("The beginnings of the notes' ids.", valueName: "id"))
  var references: [String]

  func run(on screen: ChangeScreen) async throws {
    for reference in references {
      await screen.note.restore(reference)
      try screen.report("Restored", undo: "delete")
    }
  }
}
