extension HistoryFailure: DescribedFailure {
  package var text: FailureText {
    switch self {
    case .noChangeSet(let number): FailureText("there is no change \(number)", .noInput)
    case .noVersion(let number): FailureText("the note has no version \(number)", .noInput)
    case .nothingToUndo: FailureText("nothing to undo", .noInput)
    case .purged(let number, let count):
      FailureText("cannot undo change \(number): it permanently deleted \(count, "note")", .data)
    case .undoneBefore(let number, let other):
      FailureText("change \(number) was already undone by change \(other)", .data)
    case .redoneBefore(let number, let other):
      FailureText("change \(number) was undone, and redone by change \(other)", .data)
    case .undoRefused(let number, _):
      FailureText(
        "cannot undo change \(number): these notes have changed in the same places since, or would be too large; nothing was changed",
        .data)
    }
  }
}

extension ConflictFailure: DescribedFailure {
  package var text: FailureText {
    switch self {
    case .unknown(let text): FailureText("no conflict has an id starting with '\(text.prefix(60))'", .noInput)
    case .ambiguous(let text, _):
      FailureText("conflict id '\(text.prefix(60))' is ambiguous; type more of it", .noInput)
    }
  }
}
