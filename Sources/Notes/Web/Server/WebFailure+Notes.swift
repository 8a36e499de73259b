import HTTPTypes
import NotesDomain
import NotesViewModels

extension WebFailure {
  init(_ error: ReferenceError) {
    switch error {
    case .unknown:
      self.init(
        status: .notFound, message: "There is no such note.",
        hint: "It may have been deleted permanently, or renamed. Search for it.")
    case .ambiguous(let text, let candidates):
      self.init(
        status: .conflict, message: "Several notes are named “\(text)”.",
        hint: "Open the one you mean from a list: \(Self.list(candidates.map(\.title))).")
    }
  }

  init(_ failure: NoteFailure) {
    switch failure {
    case .malformedTag(let text):
      self.init(
        status: .unprocessableContent, message: "“\(text)” is not a valid tag.",
        hint: "A tag is a word without spaces, commas or #, such as garden/tomatoes.")
    case .malformedNotebook(let text):
      self.init(
        status: .unprocessableContent, message: "“\(text)” is not a valid notebook.",
        hint: "A notebook is a path of names that do not start with a dot, such as Kitchen/Bread.")
    case .topLevel: self.init(status: .unprocessableContent, message: "The top level cannot be renamed.")
    case .emptyTitle:
      self.init(
        status: .unprocessableContent, message: "The title is empty.",
        hint: "Write a title, or a text that begins with one.")
    case .tooLarge(let excess, let draft):
      self.init(
        status: .contentTooLarge, message: excess.sentence,
        hint: "Split it into several notes." + Self.kept(draft))
    case .notInTrash(let note):
      self.init(
        status: .conflict, message: "“\(note.title)” is not in the trash.",
        hint: "Delete it first; in the trash, it can be deleted permanently.")
    case .inTrash(let note):
      self.init(
        status: .conflict, message: "“\(note.title)” is in the trash. Nothing was changed.", hint: "Restore it first.")
    case .mergedWithItself(let text):
      self.init(
        status: .unprocessableContent, message: "“\(text)” is the same note again. Nothing was changed.",
        hint: "Choose two notes or more.")
    }
  }

  init(_ failure: EditingFailure) {
    switch failure {
    case .draft(.unwritable(let path, let reason)):
      self.init(
        status: .internalServerError, message: "A draft cannot be saved at \(path): \(reason).",
        hint: "Go back, and copy what you wrote.")
    case .draft(.unreadable(let path, let reason)):
      self.init(status: .internalServerError, message: "The draft \(path) cannot be read: \(reason).")
    case .draft(.notUTF8(let path, let offset)):
      self.init(
        status: .unprocessableContent,
        message: "The draft \(path) is not UTF-8 text: its byte at offset \(offset) is invalid.")
    case .noDraft(let text): self.init(status: .notFound, message: "There is no draft “\(text)”.")
    case .ambiguousDraft(let text, _): self.init(status: .conflict, message: "Several drafts are named “\(text)”.")
    case .openDraft(let draft):
      self.init(
        status: .conflict, message: "The draft “\(draft.name)” is open in an editor.", hint: "Close the editor first.")
    case .editor(let error, let draft):
      // No page opens an editor.
      self.init(status: .internalServerError, message: "The editor failed: \(error).", hint: Self.kept(draft))
    case .unsaved(let error, let draft):
      let cause = WebFailure(error)
      self.init(status: cause.status, message: cause.message, hint: cause.hint + Self.kept(draft))
    }
  }

  init(_ failure: ConflictFailure) {
    switch failure {
    case .unknown:
      self.init(
        status: .notFound, message: "There is no such conflict.",
        hint: "It may have been resolved already, here or on another device.")
    case .ambiguous(let text, let candidates):
      self.init(
        status: .conflict, message: "Several conflicts begin with “\(text)”.",
        hint: "Open the one you mean from the list: \(Self.list(candidates.map(\.theirs.title))).")
    }
  }

  init(_ failure: HistoryFailure) {
    switch failure {
    case .noChangeSet(let number):
      self.init(status: .notFound, message: "There is no change \(number).", hint: "The history lists all changes.")
    case .noVersion(let number):
      self.init(
        status: .notFound, message: "The note has no version \(number).", hint: "Its history lists all versions.")
    case .nothingToUndo:
      self.init(
        status: .conflict, message: "There is nothing to undo.",
        hint: "Changes of other devices are undone one by one in the history.")
    case .purged(let number, let count):
      self.init(
        status: .conflict,
        message:
          "Change \(number) cannot be undone: it deleted \(count == 1 ? "1 note" : "\(count) notes") permanently.",
        hint: "Earlier changes are undone one by one in the history.")
    case .undoneBefore(let number, let other):
      self.init(
        status: .conflict, message: "Change \(number) was already undone by change \(other).",
        hint: "Redo it in the history.")
    case .redoneBefore(let number, let other):
      self.init(
        status: .conflict, message: "Change \(number) was undone, and redone by change \(other).",
        hint: "Undo change \(other) in the history.")
    case .undoRefused(let number, let notes):
      self.init(
        status: .conflict,
        message:
          "Change \(number) cannot be undone: notes have changed in the same places since, or would be too large. Nothing was changed.",
        hint: "Their histories show the later changes: \(Self.list(notes.map(\.title))).")
    }
  }

  /// Returns up to five titles on one line.
  private static func list(_ titles: [String]) -> String {
    let list = titles.prefix(5).map { "“\($0)”" }.joined(separator: ", ")
    return titles.count > 5 ? list + " and \(titles.count - 5) more" : list
  }

  /// Returns the sentence about a draft that keeps a text, after a space; empty without one.
  private static func kept(_ draft: Draft?) -> String {
    draft.map { " What you wrote is kept in \($0.path)." } ?? ""
  }
}

extension NoteExcess {
  /// The limit, and the amount that exceeds it.
  var sentence: String {
    switch limit {
    case .text: "The text has \(amount) bytes; the limit of a note is \(limit.maximum)."
    case .properties: "Title, tags and front matter have \(amount) bytes; the limit of a note is \(limit.maximum)."
    case .attachments: "The note would have \(amount) attachments; the limit of a note is \(limit.maximum)."
    }
  }
}
