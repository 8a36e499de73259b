import ArgumentParser
import NotesDomain
import NotesViewModels
import Wiring

struct AttachmentsGetCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    commandName: "get",
    _superCommandName: "notesctl attachments",
    abstract: "Write a file of a note to where it can be opened.",
    discussion: """
      EXAMPLES:
        notesctl attachments get 019a0c3e plan.pdf
        notesctl attachments get 019a0c3e plan.pdf --output ~/plan.pdf
        notesctl attachments get 019a0c3e data.csv --output - | sort

      Without --output the file gets its own name, in the present folder.
      """)

  @OptionGroup var global: GlobalOptions
  var screen = Injected<AttachmentScreen>()

  @Option(
    name: [.short, .long], help: ArgumentHelp("Where to write it; - for standard output.", valueName: "file"),
    completion: .file())
  var output: String?

  @Flag(help: "Replace a file that is there.")
  var force = false

  @Argument(help: ArgumentHelp("The beginning of the note's id.", valueName: "id"))
  var reference: String

  @Argument(help: "The name of the file.")
  var name: String

  func run(on screen: AttachmentScreen) async throws {
    if output == "-" { return try await writeOut(screen) }
    let path = output ?? name
    try await screen.follow("Writing") {
      await screen.attachments.get(name, of: reference, to: path, replacing: force)
    }
    try screen.console.write("Wrote \(path).\n", to: .notice)
  }

  @MainActor private func writeOut(_ screen: AttachmentScreen) async throws {
    guard !screen.console.traits(of: .output).isTerminal else {
      throw CommandFailure(
        "a file of a note is not written to a terminal, which it could upset",
        hints: ["write it into a file: --output FILE"], status: .usage)
    }
    try await screen.attachments.read(name, of: reference) { try screen.console.write(bytes: $0) }
    if let failure = screen.attachments.state.phase.failure { throw failure }
  }
}
