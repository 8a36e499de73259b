import ArgumentParser
import NotesDomain
import NotesViewModels
import Wiring

struct MoveCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    commandName: "move",
    _superCommandName: "notesctl",
    abstract: "Move a note to another notebook.",
    discussion: """
      EXAMPLES:
        notesctl move 019a0c3e Kitchen/Bread
        notesctl move 019a0c3e /                   out of all notebooks
      """,
    aliases: ["mv"])

  @OptionGroup var global: GlobalOptions
  var screen = Injected<ChangeScreen>()

  @Argument(help: ArgumentHelp("The beginning of the note's id.", valueName: "id"))
  var reference: String

  @Argument(help: "The notebook, a path of names.")
  var notebook: String

  func run(on screen: ChangeScreen) async throws {
    await screen.note.move(reference, to: notebook)
    let path = screen.note.state.note?.notebook.path ?? ""
    try screen.report("Moved", rest: path.isEmpty ? " out of all notebooks" : " to \(path)")
  }
}
