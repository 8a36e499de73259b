import ArgumentParser
import NotesDomain
import NotesViewModels
import Wiring

struct DetachCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    commandName: "detach",
    _superCommandName: "notesctl",
    abstract: "Take files off a note.",
    discussion: """
      EXAMPLES:
        notesctl detach 019a0c3e plan.pdf
        notesctl undo

      The bytes stay in the store as long as this can be taken back; see 'notesctl help \
      attachments prune'.
      """)

  @OptionGroup var global: GlobalOptions
  var screen = Injected<AttachmentScreen>()

  @Argument(help: ArgumentHelp("The beginning of the note's id.", valueName: "id"))
  var reference: String

  @Argument(help: ArgumentHelp("The names of the files.", valueName: "name"))
  var names: [String]

  func validate() throws {
    if names.isEmpty { throw Self.usage("Say which files to take off.") }
  }

  func run(on screen: AttachmentScreen) async throws {
    try await screen.follow("Detaching") { await screen.attachments.detach(names, from: reference) }
    let title = screen.attachments.state.note?.title ?? ""
    try screen.report("Took \(Plural.files(names.count)) off “\(title)”")
  }
}
