/// What came of taking a set of changes back.
public enum ReversalResult: Sendable, Hashable {
  /// It was taken back by the set with this number; these are the changes that took it back, at most a hundred.
  case done(changeSet: Int, changes: [NoteChange])
  /// These notes stood against it, and nothing was changed.
  case refused([NoteID])
  /// It had been taken back by the set with this number.
  case doneBefore(changeSet: Int)
  /// There is no such set, or nothing is known any more of what it changed.
  case unknown
}
