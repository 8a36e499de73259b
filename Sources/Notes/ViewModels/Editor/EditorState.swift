public import NotesDomain

/// What came of writing or editing.
public struct EditorState: Sendable, Hashable {
  /// What happened to the note.
  public enum Outcome: Sendable, Hashable {
    /// There is a new note.
    case added(Note)
    /// The note has a new text.
    case saved(Note)
    /// The text is as it was.
    case unchanged(Note)
    /// Nothing was written, so there is no note.
    case nothing
    /// The note changed elsewhere while it was edited: what was edited is kept in a note of its own, the first.
    case keptBoth(Note, stored: Note)
  }

  /// How far the last action is.
  public var phase: Phase = .idle
  /// What happened to the note.
  public var outcome: Outcome?
  /// The shortest beginning of the note's id that names it.
  public var shortID = ""
}
