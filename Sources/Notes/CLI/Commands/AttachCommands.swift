import ArgumentParser
import NotesDomain
import NotesViewModels
import Wiring

/// What the commands share that are about the files of notes.
struct AttachmentScreen: Sendable {
  let attachments: AttachmentsViewModel
  let clock: any WallClock
  let console: any Console

  init(attachments: AttachmentsViewModel, clock: any WallClock, console: any Console) {
    self.attachments = attachments
    self.clock = clock
    self.console = console
  }

  /// Runs an action, and shows how far it is with its bytes.
  ///
  /// - Parameters:
  ///   - verb: What is done, as in `Attaching`.
  ///   - action: The action.
  @MainActor func follow(_ verb: String, _ action: () async -> Void) async throws {
    let attachments = attachments
    let progress = ProgressLine.follow(verb, countsBytes: true, console: console, clock: clock) {
      let state = attachments.state
      let isOver = state.phase == .done || state.phase.failure != nil
      return ProgressLine.Progress(finished: state.finished, total: state.total, isOver: isOver)
    }
    await action()
    await progress?.value
    if let failure = attachments.state.phase.failure { throw failure }
  }

  /// Says what changed, and how to take it back.
  ///
  /// - Parameter line: What was done, without the full stop.
  @MainActor func report(_ line: StyledText) throws {
    guard let note = attachments.state.note else { return }
    guard attachments.state.hasChanged else {
      return try console.write("“\(note.title)” was so already.\n", to: .notice)
    }
    try console.write(line + ".  \(.dim, "Undo: notesctl undo")\n", to: .notice)
  }
}

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
