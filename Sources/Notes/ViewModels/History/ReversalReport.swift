import NotesDomain
import Synchronization

/// What was decided about the notes of a set of changes, for whoever asked; the store decides while it is locked.
final class ReversalReport: Sendable {
  /// How many notes are kept; a set may have any number.
  static let maximumNotes = 100

  struct Contents: Sendable {
    var changes: [NoteChange] = []
    var count = 0
    var refused: [NoteSummary] = []
  }

  private let state = Mutex(Contents())

  /// What was decided.
  var contents: Contents { state.withLock { $0 } }

  /// Decides about one note, and remembers it.
  ///
  /// - Parameters:
  ///   - change: What happened to the note.
  ///   - current: The note as it is.
  ///   - moment: The time.
  func decide(_ change: NoteChange, _ current: Note?, at moment: Timestamp) -> Reversal {
    let reversal = NoteUndo.reversal(of: change, current: current, at: moment)
    state.withLock { contents in
      switch reversal {
      case .leave: break
      case .write(let note):
        contents.count += 1
        guard contents.changes.count < Self.maximumNotes else { return }
        contents.changes.append(NoteChange(id: change.id, before: current, after: note))
      case .refuse:
        guard contents.refused.count < Self.maximumNotes else { return }
        if let note = current ?? change.after ?? change.before { contents.refused.append(note.summary) }
      }
    }
    return reversal
  }
}
