import ArgumentParser
import NotesDomain
import NotesViewModels
import Wiring

struct AddCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    _superCommandName: "notesctl",
    abstract: "Write a new note.",
    discussion: """
      EXAMPLES:
        notesctl add "Buy rye flour" --tag kitchen
        notesctl add                               write it in the editor
        pbpaste | notesctl add - --title Clipboard

      Without text the editor opens: NOTESCTL_EDITOR, VISUAL, EDITOR, or vi. The new note's \
      id is printed when the output is no terminal.
      """)

  @OptionGroup var global: GlobalOptions
  var screen = Injected<Screen>()

  @Option(name: .shortAndLong, help: "The title; without one it is the text's first heading or line.")
  var title: String?

  @Option(name: [.customShort("g"), .customLong("tag")], help: "A tag; may be given more than once.")
  var tags: [String] = []

  @Option(
    name: [.customShort("b"), .long], help: ArgumentHelp("The notebook, as in Kitchen/Bread.", valueName: "path"))
  var notebook: String?

  @Argument(help: "The text, or - to read it from standard input.")
  var text: [String] = []

  struct Screen: Sendable {
    let editor: EditorViewModel
    let console: any Console
  }

  func run(on screen: Screen) async throws {
    let form = NoteForm(title: title, tags: tags, notebook: notebook ?? "")
    if text.isEmpty {
      await screen.editor.compose(form)
    } else {
      await screen.editor.add(form, body: try TextInput(screen.console).text(text))
    }
    if !text.isEmpty, screen.editor.state.outcome == .nothing {
      throw CommandFailure(
        "the text is empty, so there is no new note", hints: ["give it a --title to keep it so"], status: .data)
    }
    try EditorReport(screen.console).show(screen.editor.state)
  }
}
