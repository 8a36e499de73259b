import HTTPTypes
import NotesDomain
import NotesTransfer
import NotesViewModels

extension ReferenceError: PageRemedies {
  var remedy: String {
    switch self {
    case .unknown: "It may have been deleted permanently, or renamed. Search for it."
    case .ambiguous(_, let candidates): "Open the one you mean from a list: \(candidates.map(\.title).firstFive)."
    }
  }

  var status: HTTPResponse.Status? { if case .ambiguous = self { .conflict } else { nil } }
}

extension NoteFilterError: PageRemedies {
  var remedy: String {
    let quoting = "To search for the text itself, put it in quotes, as in \"before:noon\"."
    return switch self {
    case .unknownSearch(_, let available) where available.isEmpty:
      "Saved searches are in the configuration file. " + quoting
    case .combinedSearch: "Use its conditions instead. " + quoting
    case .recursiveSearch, .inSearch: "Change it in the configuration file."
    case .tooManyConditions: ""
    default: quoting
    }
  }

  var status: HTTPResponse.Status? { .badRequest }
}

extension NoteFailure: PageRemedies {
  var remedy: String {
    switch self {
    case .emptyTitle: "Write a title, or a text that begins with one."
    case .notInTrash: "Delete it first; in the trash, it can be deleted permanently."
    case .inTrash: "Restore it first."
    case .malformedTag, .malformedNotebook, .topLevel, .tooLarge, .mergedWithItself: ""
    }
  }

  var status: HTTPResponse.Status? {
    switch self {
    case .notInTrash, .inTrash: .conflict
    case .tooLarge: .contentTooLarge
    default: nil
    }
  }
}

extension EditingFailure: PageRemedies {
  var remedy: String {
    switch self {
    case .unsaved(let failure, _): WebFailure.remedy(for: failure.error)
    case .noDraft, .ambiguousDraft, .openDraft, .editor: ""
    }
  }

  var status: HTTPResponse.Status? {
    switch self {
    case .unsaved(let failure, _): WebFailure(failure).status
    case .ambiguousDraft: .conflict
    default: nil
    }
  }
}

extension DraftError: PageRemedies {
  var remedy: String { if case .unwritable = self { "Go back, and copy what you wrote." } else { "" } }
}

extension AttachmentFailure: PageRemedies {
  var remedy: String {
    switch self {
    case .malformedName: "Rename the file, and attach it again."
    case .repeatedName: "Nothing was attached. Rename one of them."
    case .exists:
      "Nothing was attached. Go back, and choose to replace attachments of the same name, or rename the file."
    case .tooMany: "Attach the file to another note."
    case .unknown: "It may have been detached. The history of the note has the changes."
    case .notDownloaded: "The next sync downloads it."
    case .damaged(_, _, isForgotten: true):
      "The damaged copy was deleted. The next sync downloads it again; or attach the file again, if you have it."
    case .damaged(_, _, isForgotten: false):
      "Attach the file again, if you have it. The damaged copy is kept because no server has an intact one."
    case .tooLarge: ""
    }
  }

  var status: HTTPResponse.Status? {
    switch self {
    case .tooLarge: .contentTooLarge
    case .exists: .conflict
    case .damaged: .internalServerError
    default: nil
    }
  }
}

extension HistoryFailure: PageRemedies {
  var remedy: String {
    switch self {
    case .noChangeSet: "The history lists all changes."
    case .noVersion: "Its history lists all versions."
    case .nothingToUndo: "Changes of other devices are undone one by one in the history."
    case .purged: "Earlier changes are undone one by one in the history."
    case .undoneBefore: "Redo it in the history."
    case .redoneBefore(_, let other): "Undo change \(other) in the history."
    case .undoRefused(_, let notes): "Their histories show the later changes: \(notes.map(\.title).firstFive)."
    }
  }

  var status: HTTPResponse.Status? {
    switch self {
    case .noChangeSet, .noVersion: nil
    default: .conflict
    }
  }
}

extension ConflictFailure: PageRemedies {
  var remedy: String {
    switch self {
    case .unknown: "It may have been resolved already, here or on another device."
    case .ambiguous(_, let candidates):
      "Open the one you mean from the list: \(candidates.map(\.theirs.title).firstFive)."
    }
  }

  var status: HTTPResponse.Status? { if case .ambiguous = self { .conflict } else { nil } }
}

extension [String] {
  /// Up to five titles on one line.
  fileprivate var firstFive: String {
    let list = prefix(5).map { "“\($0)”" }.joined(separator: ", ")
    return count > 5 ? list + " and \(count - 5) more" : list
  }
}
