public import NotesDomain

/// What is shown of one note.
public struct NoteState: Sendable, Hashable {
  /// How far the last action is.
  public var phase: Phase = .idle
  /// The note as it is now.
  public var note: Note?
  /// The shortest beginning of its id that names it.
  public var shortID = ""
  /// Whether the last action changed anything.
  public var hasChanged = false
}
