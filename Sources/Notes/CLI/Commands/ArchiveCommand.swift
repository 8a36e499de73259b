import ArgumentParser
import NotesViewModels
import Wiring

struct ArchiveCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    commandName: "archive",
    _superCommandName: "notesctl",
    abstract: "Keep notes out of lists; a search still finds them.",
    discussion: """
      EXAMPLES:
        notesctl archive 019a0c3e
        notesctl archive --undo 019a0c3e
        notesctl list --archived
      """)

  @OptionGroup var global: GlobalOptions
  var screen = Injected<ChangeScreen>()

  @Flag(help: "Bring the notes back.")
  var undo = false

  @Argument(help: ArgumentHelp("The beginnings of the notes' ids.", valueName: "id"))
  var references: [String]

  func run(on screen: ChangeScreen) async throws {
    for reference in references {
      await screen.note.setArchived(reference, !undo)
      try screen.report(
        undo ? "Brought back" : "Archived", undo: undo ? "archive" : "archive --undo")
    }
  }
}
