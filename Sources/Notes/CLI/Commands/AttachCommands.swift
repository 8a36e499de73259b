import ArgumentParser
import NotesDomain
import NotesViewModels
import Wiring

/// The dependencies of the commands for attachments.
struct AttachmentScreen: Sendable {
  let attachments: AttachmentsViewModel
  let wallClock: any WallClock
  let console: any Console

  /// Runs an action, such as `Attaching`, and shows its progress in bytes.
  @MainActor func follow(_ verb: String, _ action: () async -> Void) async throws {
    let attachments = attachments
    let progress = ProgressLine.follow(verb, countsBytes: true, console: console, wallClock: wallClock) {
      attachments.state
    }
    await action()
    await progress?.value
    try attachments.state.phase.check()
  }

  /// Prints the change, given without its full stop, and the command that undoes it.
  @MainActor func report(_ line: StyledText) throws {
    guard let note = attachments.state.note else { return }
    guard attachments.state.hasChanged else {
      return try console.write("“\(note.title)” is already up to date.\n", to: .notice)
    }
    try console.write(line + ".  \(.dim, "Undo: notesctl undo")\n", to: .notice)
  }
}

struct AttachCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    "attach", abstract: "Attach files to a note.",
    discussion: """
      EXAMPLES:
        notesctl attach 019a0c3e photo.jpg plan.pdf
        notesctl attach 019a0c3e /tmp/scan-0007.pdf --name contract.pdf
        notesctl attach 019a0c3e plan.pdf --replace

      The store keeps a copy of each file, and the next sync sends it. An attachment of the same \
      name is not replaced without --replace.
      """)

  @OptionGroup var global: GlobalOptions
  var screen = Injected<AttachmentScreen>()

  @Option(help: ArgumentHelp("The name of the attachment; for a single file only.", valueName: "name"))
  var name: String?

  @Flag(help: "Replace attachments of the same name.")
  var replace = false

  @Argument(help: .note, completion: .note)
  var reference: String

  @Argument(help: ArgumentHelp("The files.", valueName: "file"), completion: .file())
  var files: [String]

  var needs: CommandNeeds { .existingStore }

  func validate() throws {
    if files.isEmpty { throw Self.usage("Specify files to attach.") }
    if name != nil, files.count > 1 { throw Self.usage("--name can only be used with a single file.") }
  }

  func run(on screen: AttachmentScreen) async throws {
    try await screen.follow("Attaching") {
      await screen.attachments.attach(
        files.map { NewAttachment(path: $0, name: name) }, to: reference, replacing: replace)
    }
    let title = screen.attachments.state.note?.title ?? ""
    try screen.report("Attached \(.count(files.count, "file")) to “\(title)”")
  }
}

struct DetachCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    "detach", abstract: "Detach files from a note.",
    discussion: """
      EXAMPLES:
        notesctl detach 019a0c3e plan.pdf
        notesctl undo

      The content stays in the store while this can be undone; see 'notesctl help \
      attachments prune'.
      """)

  @OptionGroup var global: GlobalOptions
  var screen = Injected<AttachmentScreen>()

  @Argument(help: .note, completion: .note)
  var reference: String

  @Argument(help: ArgumentHelp("The names of the attachments.", valueName: "name"), completion: .attachment)
  var names: [String]

  var needs: CommandNeeds { .existingStore }

  func validate() throws {
    if names.isEmpty { throw Self.usage("Specify files to detach.") }
  }

  func run(on screen: AttachmentScreen) async throws {
    try await screen.follow("Detaching") { await screen.attachments.detach(names, from: reference) }
    let title = screen.attachments.state.note?.title ?? ""
    try screen.report("Detached \(.count(names.count, "file")) from “\(title)”")
  }
}
