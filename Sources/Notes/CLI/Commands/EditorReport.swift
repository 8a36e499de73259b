import NotesDomain
import NotesViewModels

/// Says what came of writing or editing.
struct EditorReport {
  private let console: any Console

  init(_ console: any Console) {
    self.console = console
  }

  @MainActor func show(_ state: EditorState) throws {
    if let failure = state.phase.failure { throw failure }
    switch state.outcome {
    case .added(let note):
      try console.write("Added “\(note.title)”.  \(next("show", state))\n", to: .notice)
      if !console.traits(of: .output).isTerminal { try console.write("\(raw: note.id.description)\n", to: .output) }
    case .saved(let note):
      try console.write("Saved “\(note.title)”.  \(next("show", state))\n", to: .notice)
    case .unchanged(let note):
      try console.write("“\(note.title)” is unchanged.\n", to: .notice)
    case .nothing:
      try console.write("Nothing was written, so there is no new note.\n", to: .error)
    case .keptBoth(let copy, let stored):
      try console.write(
        """
        “\(stored.title)” changed elsewhere while you edited it, so both texts are kept.
        Yours is the new note “\(copy.title)”.  \(next("show", state))\n
        """, to: .error)
    case nil:
      break
    }
  }

  private func next(_ command: String, _ state: EditorState) -> StyledText {
    "\(.dim, "notesctl \(command) \(state.shortID)")"
  }
}
