import ArgumentParser
import NotesDomain
import NotesViewModels
import Wiring

extension CommandFeature {
  /// Files attached to notes.
  static let attachments = CommandFeature(
    Entry(.writeAndFind, commands: [AttachCommand.self]),
    Entry(.organize, groups: [AttachmentsGroup.self], commands: [DetachCommand.self])
  ) { binder in
    binder.screen(AttachmentScreen.init)
  }
}

struct AttachmentsGroup: NotesctlGroup {
  static let configuration = CommandConfiguration(
    commandName: "attachments",
    abstract: "List and extract the attachments of notes.",
    discussion: """
      EXAMPLES:
        notesctl attachments
        notesctl attachments 019a0c3e
        notesctl attachments get 019a0c3e plan.pdf --output ~/plan.pdf
        notesctl attachments prune

      Attach files with 'notesctl attach' and remove them with 'notesctl detach'. Without a \
      subcommand it lists the attachments.
      """,
    subcommands: subcommands, defaultSubcommand: defaultCommand)

  static let commands: [any NotesctlCommand.Type] = [
    AttachmentsListCommand.self, AttachmentsGetCommand.self, AttachmentsPruneCommand.self,
  ]
  static let defaultCommand: (any NotesctlCommand.Type)? = AttachmentsListCommand.self
  static let defaultTakesNote = true
}

struct AttachmentsListCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    "list", abstract: "List the attachments of a note, or of all notes.",
    discussion: """
      EXAMPLES:
        notesctl attachments
        notesctl attachments 019a0c3e
        notesctl attachments --json --fields name,size

      Notes sync before their attachments; attachments not yet downloaded are marked.
      """,
    aliases: ["ls"])

  @OptionGroup var global: GlobalOptions
  var screen = Injected<AttachmentScreen>()
  @OptionGroup var machine: JSONOutputOptions

  @Argument(
    help: ArgumentHelp("The note: a number, id, title or path (default: all notes).", valueName: "note"),
    completion: .note)
  var reference: String?

  var needs: CommandNeeds { .existingStore }

  func run(on screen: AttachmentScreen) async throws {
    let state = try await screen.attachments.run { await $0.list(reference) }
    if machine.isRequested {
      return try screen.console.write(machine.text(state.rows.map(\.value), .attachment), to: .output)
    }
    guard !state.rows.isEmpty else {
      return try screen.console.write("No attachments.\n", to: .notice)
    }
    let table = AttachmentTable(hasShortIDs: screen.console.traits(of: .output).isTerminal)
    try screen.console.write(table.text(state.rows), to: .output)
  }
}

struct AttachmentsGetCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    "get", abstract: "Write an attachment to a file.",
    discussion: """
      EXAMPLES:
        notesctl attachments get 019a0c3e plan.pdf
        notesctl attachments get 019a0c3e plan.pdf --output ~/plan.pdf
        notesctl attachments get 019a0c3e data.csv --output - | sort

      Without --output the file is written to the current directory under its own name.
      """)

  @OptionGroup var global: GlobalOptions
  var screen = Injected<AttachmentScreen>()

  @Option(
    name: [.short, .long], help: ArgumentHelp("The file to write; - for standard output.", valueName: "file"),
    completion: .file())
  var output: String?

  @Flag(help: "Overwrite an existing file.")
  var force = false

  @Argument(help: .note, completion: .note)
  var reference: String

  @Argument(help: "The name of the attachment.", completion: .attachment)
  var name: String

  var needs: CommandNeeds { .existingStore }

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
      throw CommandFailure("refusing to write binary data to a terminal", hints: ["use --output FILE"], status: .usage)
    }
    try await screen.attachments.run {
      try await $0.read(name, of: reference) { try screen.console.write(bytes: $0) }
    }
  }
}

struct AttachmentsPruneCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    "prune", abstract: "Delete attachments that no note refers to.",
    discussion: """
      EXAMPLES:
        notesctl attachments prune

      Attachments of notes in the trash, and those an undo could restore, are kept: an attachment \
      is deleted once the last note that ever had it was purged and it was unused for a day. The \
      store file does not shrink; the space is reused.
      """)

  @OptionGroup var global: GlobalOptions
  var screen = Injected<AttachmentScreen>()

  var needs: CommandNeeds { .existingStore }

  func run(on screen: AttachmentScreen) async throws {
    let removed = try await screen.attachments.run { await $0.prune() }.removed
    guard removed.count > 0 else {
      return try screen.console.write("Nothing to prune.\n", to: .notice)
    }
    try screen.console.write(
      "Pruned \(.count(removed.count, "file")), \(ByteCountText.of(removed.bytes)).\n", to: .notice)
  }
}
