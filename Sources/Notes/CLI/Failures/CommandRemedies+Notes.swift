import NotesDomain
import NotesFronts
import NotesTransfer
import NotesViewModels

extension ReferenceError: CommandRemedies {
  var remedies: [StyledText] {
    switch self {
    case .unknown: ["use a number of the last 'notesctl list', an id, a title or a path"]
    case .ambiguous(_, let candidates): candidates.map { "\(raw: $0.id.description)  \($0.path)" }
    }
  }

  var jsonName: String? {
    switch self {
    case .unknown: "note-not-found"
    case .ambiguous: "note-ambiguous"
    }
  }
}

extension NoteFilterError: CommandRemedies {
  var remedies: [StyledText] {
    let quoting: StyledText = "to search for the text itself, quote it, as in '\"before:noon\"'"
    return switch self {
    case .unknownSearch(_, let available) where available.isEmpty:
      ["saved searches are in the configuration file: notesctl config", quoting]
    case .combinedSearch: ["use its conditions instead; 'notesctl config' shows them", quoting]
    case .recursiveSearch: ["notesctl config shows it"]
    case .inSearch(_, let error, _): error.remedies + ["mend it: notesctl config edit"]
    case .tooManyConditions: []
    default: [quoting]
    }
  }
}

extension NoteFailure: CommandRemedies {
  var remedies: [StyledText] {
    switch self {
    case .emptyTitle: ["omit --title to use the first heading or line of the text"]
    case .notInTrash(let note): ["move it there first: notesctl delete \(raw: note.id.description)"]
    case .inTrash(let note): ["restore it first: notesctl restore \(raw: note.id.description)"]
    case .malformedTag, .malformedNotebook, .topLevel, .tooLarge, .mergedWithItself: []
    }
  }
}

extension EditingFailure: CommandRemedies {
  var remedies: [StyledText] {
    switch self {
    case .noDraft: ["list them: notesctl drafts"]
    case .ambiguousDraft(_, let candidates): candidates.prefix(5).map { "\($0.id)  \($0.draft.path)" }
    case .editor(.notFound, _): ["choose another: export NOTESCTL_EDITOR=nano"]
    case .editor(.noTerminal, _): ["pass the text as arguments, or with - on standard input"]
    case .unsaved(let failure, _): CommandFailure.remedies(for: failure.error)
    case .openDraft, .editor(.failed, _): []
    }
  }

  var jsonName: String? {
    if case .unsaved(let failure, _) = self { CommandFailure(failure.error).id } else { nil }
  }
}

extension AttachmentFailure: CommandRemedies {
  var remedies: [StyledText] {
    switch self {
    case .malformedName: ["choose one with --name"]
    case .repeatedName: ["attach one of them separately with another --name"]
    case .exists: ["replace it with --replace, or choose another name with --name"]
    case .unknown(_, _, let names) where names.isEmpty: ["it has no attachments"]
    case .unknown(_, let note, let names):
      names.prefix(5).map { "it has “\($0)”" }
        + (names.count > 5 ? ["and \(names.count - 5) more: notesctl attachments \(raw: note.id.description)"] : [])
    case .notDownloaded: ["download it: notesctl sync"]
    case .damaged(_, let note, let isForgotten):
      isForgotten
        ? [
          "the damaged copy was deleted; download it again: notesctl sync",
          "or attach the file again, if you have it: notesctl attach \(raw: note.id.description) FILE",
        ]
        : [
          "attach the file again, if you have it: notesctl attach \(raw: note.id.description) FILE",
          "the damaged copy is kept because no server has an intact one",
        ]
    case .tooLarge, .tooMany: []
    }
  }
}
