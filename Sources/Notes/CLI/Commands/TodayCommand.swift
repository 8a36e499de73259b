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

      The note has the date as its title, and is added when there is none. It begins with the \
      template 'today', the file ~/.config/notesctl/templates/today.md, if you have written one.
      """)

  @OptionGroup var global: GlobalOptions
  var screen = Injected<Screen>()

  @Option(
    name: [.customShort("b"), .long],
    help: ArgumentHelp("The notebook of these notes. (default: that of the template, or Journal)", valueName: "path"),
    completion: .notebook)
  var notebook: String?

  @Argument(help: "The text, or - to read it from standard input.")
  var text: [String] = []

  struct Screen: Sendable {
    let editor: EditorViewModel
    let drafts: any DraftStore
    let console: any Console
  }

  func run(on screen: Screen) async throws {
    try NoteForm(notebook: notebook).check()
    let input = TextInput(console: screen.console, drafts: screen.drafts, name: "today")
    await screen.editor.today(in: notebook, appending: text.isEmpty ? nil : try await input.text(text))
    try EditorOutcomeText(console: screen.console).show(screen.editor.state)
  }
}
