import ArgumentParser
import NotesViewModels
import Wiring

struct EditCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit",
    _superCommandName: "notesctl",
    abstract: "Change a note's text in the editor.",
    discussion: """
      EXAMPLES:
        notesctl edit 019a0c3e
        EDITOR='code --wait' notesctl edit 019a0c3e

      The text lies in a draft until it is stored. When the editor fails, or the store does, \
      the draft is kept and its path is printed.
      """)

  @OptionGroup var global: GlobalOptions
  var screen = Injected<Screen>()

  @Argument(help: ArgumentHelp("The beginning of the note's id.", valueName: "id"))
  var reference: String

  struct Screen: Sendable {
    let editor: EditorViewModel
    let console: any Console
  }

  func run(on screen: Screen) async throws {
    await screen.editor.edit(reference)
    try EditorReport(screen.console).show(screen.editor.state)
  }
}
