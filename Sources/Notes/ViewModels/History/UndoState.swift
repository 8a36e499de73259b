public import NotesDomain

/// What came of taking changes back.
public struct UndoState: Sendable, Hashable {
  /// How it ended.
  public enum Outcome: Sendable, Hashable {
    /// The changes were taken back, by the set with this number.
    case done(changeSet: Int)
    /// Nothing of them was left.
    case nothingLeft
    /// They can be taken back; nothing was changed.
    case possible
  }

  /// How far the last action is.
  public var phase: Phase = .idle
  /// The set of changes to take back.
  public var changeSet: ChangeSet?
  /// How it ended.
  public var outcome: Outcome?
  /// What was, or would be, done to the notes: at most a hundred of them.
  public var changes: [NoteChange] = []
  /// How many notes there are in all.
  public var count = 0
}
