import ArgumentParser
import NotesDomain
import NotesViewModels
import Wiring

struct AttachmentsGroup: NotesctlGroup {
  static let configuration = CommandConfiguration(
    commandName: "attachments",
    abstract: "Look at the files of notes, and have them back.",
    discussion: """
      EXAMPLES:
        notesctl attachments
        notesctl attachments 019a0c3e
        notesctl attachments get 019a0c3e plan.pdf --output ~/plan.pdf
        notesctl attachments prune

      Files are attached with 'notesctl attach', and taken off with 'notesctl detach'. Without a \
      subcommand they are listed.
      """,
    subcommands: subcommands, defaultSubcommand: defaultCommand)

  static let commands: [any NotesctlCommand.Type] = [
    AttachmentsListCommand.self, AttachmentsGetCommand.self, AttachmentsPruneCommand.self,
  ]
  static let defaultCommand: (any NotesctlCommand.Type)? = AttachmentsListCommand.self
  static let defaultTakesNoteID = true
}

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
  @OptionGroup var machine: JSONOutputOptions

  @Argument(help: ArgumentHelp("The beginning of a note's id; without it, of all notes.", valueName: "id"))
  var reference: String?

  func run(on screen: AttachmentScreen) async throws {
    await screen.attachments.list(reference)
    let state = screen.attachments.state
    if let failure = state.phase.failure { throw failure }
    if machine.isRequested {
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

struct AttachmentsPruneCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    commandName: "prune",
    _superCommandName: "notesctl attachments",
    abstract: "Forget the files that no note has, nor had.",
    discussion: """
      EXAMPLES:
        notesctl attachments prune

      What a note in the trash has stays, and what an undo could bring back: a file goes when the \
      last note that ever had it was purged, and nobody had to do with it for a day. The store does not become smaller; what comes next \
      takes the space.
      """)

  @OptionGroup var global: GlobalOptions
  var screen = Injected<AttachmentScreen>()

  func run(on screen: AttachmentScreen) async throws {
    await screen.attachments.prune()
    if let failure = screen.attachments.state.phase.failure { throw failure }
    let removed = screen.attachments.state.removed
    guard removed.count > 0 else {
      return try screen.console.write("There is nothing to forget.\n", to: .notice)
    }
    try screen.console.write(
      "Forgot \(Plural.files(removed.count)), \(ByteCountText.of(removed.bytes)).\n", to: .notice)
  }
}
