import NotesDomain
import NotesViewModels

extension HistoryFailure: CommandRemedies {
  var remedies: [StyledText] {
    switch self {
    case .noChangeSet: ["numbers are the first column of: notesctl history"]
    case .noVersion: ["numbers are the first column of: notesctl history ID"]
    case .nothingToUndo: ["synced changes are undone by number: notesctl history"]
    case .purged: ["earlier changes are undone by number: notesctl history"]
    case .undoneBefore(_, let other): ["redo it: notesctl undo \(other)"]
    case .redoneBefore(_, let other): ["undo it again: notesctl undo \(other)"]
    case .undoRefused(_, let notes):
      notes.prefix(5).map { "\(raw: $0.id.description)  \($0.title)" }
        + (notes.count > 5 ? ["and \(notes.count - 5) more"] : [])
        + notes.prefix(1).map { "see the later changes: notesctl history \(raw: $0.id.description)" }
    }
  }
}

extension ConflictFailure: CommandRemedies {
  var remedies: [StyledText] {
    switch self {
    case .unknown: ["ids are the first column of: notesctl conflicts"]
    case .ambiguous(_, let candidates):
      candidates.prefix(5).map { "\(raw: $0.copy.description)  \($0.theirs.title)" }
    }
  }
}
