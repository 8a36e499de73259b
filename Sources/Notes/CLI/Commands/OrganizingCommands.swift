import ArgumentParser
import NotesDomain
import NotesViewModels
import Wiring

/// The dependencies of the commands that change one property of a note, and the line that reports the change.
struct NoteChangeScreen: Sendable {
  let note: NoteViewModel
  let console: any Console

  /// Prints the change, as in `Moved “Bread” to Kitchen.`, and the command that undoes it, given without the id.
  @MainActor func report(_ done: String, rest: StyledText = "", undo: String? = nil) throws {
    let state = note.state
    try state.phase.check()
    guard let note = state.note else { return }
    guard state.hasChanged else {
      try console.write("“\(note.title)” is already up to date.\n", to: .notice)
      return
    }
    var line: StyledText = "\(raw: done) “\(note.title)”\(rest)."
    if let undo { line += "  \(.dim, "Undo: notesctl \(undo) \(state.shortID)")" }
    try console.write(line + "\n", to: .notice)
  }
}

struct TagCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    "tag", abstract: "Set and remove a note's tags.",
    discussion: """
      EXAMPLES:
        notesctl tag 019a0c3e garden garden/tomatoes
        notesctl tag 019a0c3e --remove draft
      """)

  @OptionGroup var global: GlobalOptions
  var screen = Injected<NoteChangeScreen>()

  @Argument(help: ArgumentHelp("The note's id, or the beginning of it.", valueName: "id"))
  var reference: String

  @Argument(help: "Tags to set.")
  var tags: [String] = []

  @Option(name: [.short, .long], help: "A tag to remove; can be repeated.")
  var remove: [String] = []

  func validate() throws {
    if tags.isEmpty, remove.isEmpty { throw Self.usage("Specify tags to set, or tags to --remove.") }
  }

  func run(on screen: NoteChangeScreen) async throws {
    await screen.note.tag(reference, adding: tags, removing: remove)
    let tags = screen.note.state.note?.tags ?? []
    let list = tags.isEmpty ? "no tags" : tags.map { "#" + $0.name }.joined(separator: " ")
    try screen.report("Tagged", rest: ": \(.tag, list)")
  }
}

struct MoveCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    "move", abstract: "Move a note to another notebook.",
    discussion: """
      EXAMPLES:
        notesctl move 019a0c3e Kitchen/Bread
        notesctl move 019a0c3e /                   to the top level
      """,
    aliases: ["mv"])

  @OptionGroup var global: GlobalOptions
  var screen = Injected<NoteChangeScreen>()

  @Argument(help: ArgumentHelp("The note's id, or the beginning of it.", valueName: "id"))
  var reference: String

  @Argument(help: "The path of the notebook.")
  var notebook: String

  func run(on screen: NoteChangeScreen) async throws {
    await screen.note.move(reference, to: notebook)
    let path = screen.note.state.note?.notebook.path ?? ""
    try screen.report("Moved", rest: path.isEmpty ? " to the top level" : " to \(path)")
  }
}

struct PinCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    "pin", abstract: "Pin notes to the top of lists.",
    discussion: """
      EXAMPLES:
        notesctl pin 019a0c3e
        notesctl pin --undo 019a0c3e
      """)

  @OptionGroup var global: GlobalOptions
  var screen = Injected<NoteChangeScreen>()

  @Flag(help: "Unpin the notes.")
  var undo = false

  @Argument(help: ArgumentHelp("The notes' ids, or the beginnings of them.", valueName: "id"))
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
    "archive", abstract: "Archive notes: hide them from lists, keep them searchable.",
    discussion: """
      EXAMPLES:
        notesctl archive 019a0c3e
        notesctl archive --undo 019a0c3e
        notesctl list --archived
      """)

  @OptionGroup var global: GlobalOptions
  var screen = Injected<NoteChangeScreen>()

  @Flag(help: "Unarchive the notes.")
  var undo = false

  @Argument(help: ArgumentHelp("The notes' ids, or the beginnings of them.", valueName: "id"))
  var references: [String]

  func run(on screen: NoteChangeScreen) async throws {
    for reference in references {
      await screen.note.setArchived(reference, !undo)
      try screen.report(undo ? "Unarchived" : "Archived", undo: undo ? "archive" : "archive --undo")
    }
  }
}
