import ArgumentParser
import NotesDomain
import NotesViewModels
import Wiring

struct AttachCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    commandName: "attach",
    _superCommandName: "notesctl",
    abstract: "Attach files to a note.",
    discussion: """
      EXAMPLES:
        notesctl attach 019a0c3e photo.jpg plan.pdf
        notesctl attach 019a0c3e /tmp/scan-0007.pdf --name contract.pdf
        notesctl attach 019a0c3e plan.pdf --replace

      The store keeps a copy of each file, and the next sync takes it along. A file of the same \
      name is not replaced unless you say so.
      """)

  @OptionGroup var global: GlobalOptions
  var screen = Injected<AttachmentScreen>()

  @Option(help: ArgumentHelp("What the file is called there; for a single file.", valueName: "name"))
  var name: String?

  @Flag(help: "Replace files of the same name.")
  var replace = false

  @Argument(help: ArgumentHelp("The beginning of the note's id.", valueName: "id"))
  var reference: String

  @Argument(help: ArgumentHelp("The files.", valueName: "file"), completion: .file())
  var files: [String]

  func validate() throws {
    if files.isEmpty { throw Self.usage("Say which files to attach.") }
    if name != nil, files.count > 1 { throw Self.usage("--name is for a single file.") }
  }

  func run(on screen: AttachmentScreen) async throws {
    try await screen.follow("Attaching") {
      await screen.attachments.attach(files, to: reference, name: name, replacing: replace)
    }
    let title = screen.attachments.state.note?.title ?? ""
    try screen.report("Attached \(Plural.files(files.count)) to “\(title)”")
  }
}
