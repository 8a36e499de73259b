package import NotesDomain
import NotesFronts

extension ReferenceError: DescribedFailure {
  package var text: FailureText {
    func shortened(_ text: String) -> String { text.count <= 60 ? text : text.prefix(60) + "…" }
    return switch self {
    case .unknown(let text): FailureText("no note is named '\(shortened(text))'", .noInput)
    case .ambiguous(let text, _):
      FailureText("several notes are named '\(shortened(text))'; use a path or an id", .noInput)
    }
  }
}

extension NoteFailure: DescribedFailure {
  package var text: FailureText {
    switch self {
    case .malformedTag(let text):
      FailureText(
        "'\(text)' is not a valid tag", .usage,
        "a tag is a word without spaces, commas or '#', such as garden/tomatoes")
    case .malformedNotebook(let text):
      FailureText(
        "'\(text)' is not a valid notebook", .usage,
        "a notebook is a path of names that do not start with a dot, such as Kitchen/Bread")
    case .topLevel: FailureText("the top level cannot be renamed", .usage)
    case .emptyTitle: FailureText("the title is empty", .usage)
    case .tooLarge(let excess, let draft):
      FailureText(excess.sentence, .data, "split it into several notes").adding(draft)
    case .notInTrash(let note): FailureText("“\(note.title)” is not in the trash", .usage)
    case .inTrash(let note): FailureText("“\(note.title)” is in the trash; nothing was changed", .usage)
    case .mergedWithItself(let text):
      FailureText("'\(text)' names the same note again; nothing was changed", .usage, "name two notes or more")
    }
  }
}

extension EditingFailure: DescribedFailure {
  package var text: FailureText {
    switch self {
    case .noDraft(let text): FailureText("there is no draft '\(text)'", .noInput)
    case .ambiguousDraft(let text, _):
      FailureText("several drafts are named '\(text)'; use an id or a path", .noInput)
    case .openDraft(let draft):
      FailureText("the draft '\(draft.name)' is open in an editor", .tryAgain, "close the editor first")
    case .editor(let error, let draft): error.text(keeping: draft)
    case .unsaved(let failure, let draft): failure.error.text.adding(draft)
    }
  }
}

extension DraftError: DescribedFailure {
  package var text: FailureText {
    switch self {
    case .unwritable(let path, let reason): FailureText("cannot save a draft at \(path): \(reason)", .cannotCreate)
    case .unreadable(let path, let reason): FailureText("cannot read the draft \(path): \(reason)", .inputOutput)
    case .notUTF8(let path, let offset):
      FailureText(
        "the draft is not UTF-8 text: invalid byte at offset \(offset)", .data, Draft(path: path).keepingText)
    }
  }
}

extension EditorError {
  fileprivate func text(keeping draft: Draft?) -> FailureText {
    let text =
      switch self {
      case .notFound(let command): FailureText("cannot run the editor '\(command)'", .unavailable)
      case .failed(let command, let status):
        FailureText("the editor '\(command)' exited with status \(status); nothing was saved", .unavailable)
      case .noTerminal(let command): FailureText("the editor '\(command)' needs a terminal", .usage)
      }
    return text.adding(draft)
  }
}

extension FailureText {
  /// Returns the text with the sentence that a draft, if there is one, keeps what was written.
  fileprivate func adding(_ draft: Draft?) -> FailureText {
    guard let draft else { return self }
    var text = self
    text.advice.insert(draft.keepingText, at: 0)
    return text
  }
}

extension Draft {
  fileprivate var keepingText: FailureSentence { "the text is kept in \(path)" }
}

extension NoteExcess {
  /// The limit, and the amount that exceeds it.
  package var sentence: FailureSentence {
    switch limit {
    case .text: "the text has \(amount) bytes; the limit is \(limit.maximum)"
    case .properties: "title, tags and front matter have \(amount) bytes; the limit is \(limit.maximum)"
    case .attachments: "the note would have \(amount) attachments; the limit is \(limit.maximum)"
    }
  }
}
