import ArgumentParser
import NotesViewModels
import Wiring

struct DeleteCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete",
    _superCommandName: "notesctl",
    abstract: "Move notes to the trash.",
    discussion: """
      EXAMPLES:
        notesctl delete 019a0c3e
        notesctl list --trash
        notesctl restore 019a0c3e
      """,
    aliases: ["rm"])

  @OptionGroup var global: GlobalOptions
  var screen = Injected<ChangeScreen>()

  @Argument(help: ArgumentHelp("The beginnings of the notes' ids.", valueName: "id"))
  var references: [String]

  func run(on screen: ChangeScreen) async throws {
    for reference in references {
      await screen.note.delete(reference)
      try screen.report("Moved", rest: " to the trash", undo: "restore")
    }
  }
}
