import ArgumentParser
import NotesDomain
import NotesViewModels
import Wiring

/// What the commands share that change one thing about a note: the note, and a line that says what changed.
struct NoteChangeScreen: Sendable {
  let note: NoteViewModel
  let console: any Console

  init(note: NoteViewModel, console: any Console) {
    self.note = note
    self.console = console
  }

  /// Says what changed, and how to take it back.
  ///
  /// - Parameters:
  ///   - done: What was done, as in `Pinned`.
  ///   - rest: What follows the title, as in ` to Kitchen`.
  ///   - undo: The command that takes it back, without the id; `nil` when there is none.
  @MainActor func report(_ done: String, rest: StyledText = "", undo: String? = nil) throws {
    let state = note.state
    if let failure = state.phase.failure { throw failure }
    guard let note = state.note else { return }
    guard state.hasChanged else {
      try console.write("“\(note.title)” was so already.\n", to: .notice)
      return
    }
    var line: StyledText = "\(raw: done) “\(note.title)”\(rest)."
    if let undo { line += "  \(.dim, "Undo: notesctl \(undo) \(state.shortID)")" }
    try console.write(line + "\n", to: .notice)
  }
}

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
  var screen = Injected<NoteChangeScreen>()

  @Argument(help: ArgumentHelp("The beginning of the note's id.", valueName: "id"))
  var reference: String

  @Argument(help: "Tags to set.")
  var tags: [String] = []

  @Option(name: [.short, .long], help: "A tag to remove; may be given more than once.")
  var remove: [String] = []

  func validate() throws {
    if tags.isEmpty, remove.isEmpty { throw Self.usage("Say which tags to set, or which to --remove.") }
  }

  func run(on screen: NoteChangeScreen) async throws {
    await screen.note.tag(reference, adding: tags, removing: remove)
    let tags = screen.note.state.note?.tags ?? []
    let list = tags.isEmpty ? "it has none now" : "now " + tags.map { "#" + $0.name }.joined(separator: " ")
    try screen.report("Tagged", rest: ": \(.tag, list)")
  }
}

struct MoveCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    commandName: "move",
    _superCommandName: "notesctl",
    abstract: "Move a note to another notebook.",
    discussion: """
      EXAMPLES:
        notesctl move 019a0c3e Kitchen/Bread
        notesctl move 019a0c3e /                   out of all notebooks
      """,
    aliases: ["mv"])

  @OptionGroup var global: GlobalOptions
  var screen = Injected<NoteChangeScreen>()

  @Argument(help: ArgumentHelp("The beginning of the note's id.", valueName: "id"))
  var reference: String

  @Argument(help: "The notebook, a path of names.")
  var notebook: String

  func run(on screen: NoteChangeScreen) async throws {
    await screen.note.move(reference, to: notebook)
    let path = screen.note.state.note?.notebook.path ?? ""
    try screen.report("Moved", rest: path.isEmpty ? " out of all notebooks" : " to \(path)")
  }
}

struct PinCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    commandName: "pin",
    _superCommandName: "notesctl",
    abstract: "Show notes first in lists.",
    discussion: """
      EXAMPLES:
        notesctl pin 019a0c3e
        notesctl pin --undo 019a0c3e
      """)

  @OptionGroup var global: GlobalOptions
  var screen = Injected<NoteChangeScreen>()

  @Flag(help: "Take the pin away.")
  var undo = false

  @Argument(help: ArgumentHelp("The beginnings of the notes' ids.", valueName: "id"))
  var references: [String]

  func run(on screen: NoteChangeScreen) async throws {
    for reference in references {
      await screen.note.setPinned(reference, !undo)
      try screen.report(undo ? "Unpinned" : "Pinned", undo: undo ? "pin" : "pin --undo")
    }
  }
}

struct ArchiveCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    commandName: "archive",
    _superCommandName: "notesctl",
    abstract: "Keep notes out of lists; a search still finds them.",
    discussion: """
      EXAMPLES:
        notesctl archive 019a0c3e
        notesctl archive --undo 019a0c3e
        notesctl list --archived
      """)

  @OptionGroup var global: GlobalOptions
  var screen = Injected<NoteChangeScreen>()

  @Flag(help: "Bring the notes back.")
  var undo = false

  @Argument(help: ArgumentHelp("The beginnings of the notes' ids.", valueName: "id"))
  var references: [String]

  func run(on screen: NoteChangeScreen) async throws {
    for reference in references {
      await screen.note.setArchived(reference, !undo)
      try screen.report(
        undo ? "Brought back" : "Archived", undo: undo ? "archive" : "archive --undo")
    }
  }
}
