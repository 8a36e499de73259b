public import NotesDomain

/// Two versions of a note beside each other.
public struct DiffState: Sendable, Hashable {
  /// How far the last action is.
  public var phase: Phase = .idle
  /// The note.
  public var id: NoteID?
  /// The older version; `nil` where the note begins.
  public var from: NoteVersion?
  /// The newer version.
  public var to: NoteVersion?
  /// What makes them differ.
  public var difference: NoteDifference?
}
