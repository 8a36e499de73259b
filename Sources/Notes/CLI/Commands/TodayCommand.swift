import ArgumentParser
import NotesDomain
import NotesViewModels
import Wiring

struct TodayCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    "today", abstract: "Open the note of today, or add text to it.",
    discussion: """
      EXAMPLES:
        notesctl today
        notesctl today "Fed the starter at eight"
        date | notesctl today -

      The note has the date as its title, and is added when there is none.
      """)

  @OptionGroup var global: GlobalOptions
  var screen = Injected<Screen>()

  @Option(
    name: [.customShort("b"), .long],
    help: ArgumentHelp("The notebook of these notes. (default: Journal)", valueName: "path"), completion: .notebook)
  var notebook: String?

  @Argument(help: "The text, or - to read it from standard input.")
  var text: [String] = []

  struct Screen: Sendable {
    let editor: EditorViewModel
    let console: any Console
  }

  func run(on screen: Screen) async throws {
    let notebook = notebook ?? "Journal"
    try NoteForm(notebook: notebook).check()
    await screen.editor.today(
      in: notebook, appending: text.isEmpty ? nil : try TextInput(console: screen.console).text(text))
    try EditorOutcomeText(console: screen.console).show(screen.editor.state)
  }
}
