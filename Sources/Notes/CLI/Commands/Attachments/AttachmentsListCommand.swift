import ArgumentParser
import NotesDomain
import NotesViewModels
import Wiring

struct AttachmentsListCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    _superCommandName: "notesctl attachments",
    abstract: "List the files of a note, or of all notes.",
    discussion: """
      EXAMPLES:
        notesctl attachments
        notesctl attachments 019a0c3e
        notesctl attachments --json --fields name,size

      A note is here before its files are: those that are still to come say so.
      """,
    aliases: ["ls"])

  @OptionGroup var global: GlobalOptions
  var screen = Injected<AttachmentScreen>()
  @OptionGroup var machine: MachineFormat

  @Argument(help: ArgumentHelp("The beginning of a note's id; without it, of all notes.", valueName: "id"))
  var reference: String?

  func run(on screen: AttachmentScreen) async throws {
    await screen.attachments.list(reference)
    let state = screen.attachments.state
    if let failure = state.phase.failure { throw failure }
    if machine.isWanted {
      let values = state.rows.map { JSONValue.attachment($0.stored) }
      return try screen.console.write(
        StyledText(trusted: try machine.text(values, like: .attachment(.example))), to: .output)
    }
    guard !state.rows.isEmpty else {
      return try screen.console.write("There are no attachments.\n", to: .notice)
    }
    let isForPeople = screen.console.traits(of: .output).isTerminal
    try screen.console.write(AttachmentTable(isForPeople: isForPeople).text(state.rows), to: .output)
  }
}
