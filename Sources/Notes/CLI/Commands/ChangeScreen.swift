import NotesDomain
import NotesViewModels

/// What the commands share that change one thing about a note: the note, and a line that says what changed.
struct ChangeScreen: Sendable {
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
