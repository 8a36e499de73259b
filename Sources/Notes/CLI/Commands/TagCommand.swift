import ArgumentParser
import NotesDomain
import NotesViewModels
import Wiring

struct TagCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    commandName: "tag",
    _superCommandName: "notesctl",
    abstract: "Set and remove a note's tags.",
    discussion: """
      EXAMPLES:
        notesctl tag 019a0c3e garden garden/tomatoes
        notesctl tag 019a0c3e --remove draft
      """)

  @OptionGroup var global: GlobalOptions
  var screen = Injected<ChangeScreen>()

  @Argument(help: ArgumentHelp("The beginning of the note's id.", valueName: "id"))
  var reference: String

  @Argument(help: "Tags to set.")
  var tags: [String] = []

  @Option(name: [.short, .long], help: "A tag to remove; may be given more than once.")
  var remove: [String] = []

  func validate() throws {
    if tags.isEmpty, remove.isEmpty { throw Self.usage("Say which tags to set, or which to --remove.") }
  }

  func run(on screen: ChangeScreen) async throws {
    await screen.note.tag(reference, adding: tags, removing: remove)
    let tags = screen.note.state.note?.tags ?? []
    let list = tags.isEmpty ? "it has none now" : "now " + tags.map { "#" + $0.name }.joined(separator: " ")
    try screen.report("Tagged", rest: ": \(.tag, list)")
  }
}
