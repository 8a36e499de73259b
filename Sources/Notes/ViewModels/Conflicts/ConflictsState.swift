public import NotesDomain

/// What is shown of the conflicts that sync left.
public struct ConflictsState: Sendable, Hashable {
  /// A conflict, as a line.
  public struct Row: Sendable, Hashable, Identifiable {
    /// The conflict.
    public let conflict: NoteConflict
    /// The shortest beginning of the copy's id that names it.
    public let shortID: String

    /// The conflict's identity, which is that of the copy.
    public var id: NoteID { conflict.id }
  }

  /// What came of settling a conflict.
  public enum Outcome: Sendable, Hashable {
    /// It is settled, and this note has what was kept.
    case settled(Note)
    /// It is settled, and both notes stay as they are.
    case keptBoth(Note, copy: Note)
    /// The person left the proposal as it is, so it is not known whether it was meant: the conflict stays.
    case untouched(proposal: String)
    /// The text was emptied: the conflict stays.
    case abandoned
    /// The note changed elsewhere while the text was edited: what was edited is kept in a note of its own, the first, and
    /// the conflict stays.
    case overtaken(Note, stored: Note)
  }

  /// How far the last action is.
  public var phase: Phase = .idle
  /// The conflicts that nobody has settled, oldest first.
  public var rows: [Row] = []
  /// The conflict that was opened or settled last.
  public var opened: OpenConflict?
  /// What came of settling it; `nil` when it was only opened.
  public var outcome: Outcome?
}
