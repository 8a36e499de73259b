public import NotesDomain

/// A conflict, with both notes as they are now.
public struct OpenConflict: Sendable, Hashable {
  /// The conflict: what the notes were when they met.
  public let conflict: NoteConflict
  /// The note that has the vault's text, as it is now; `nil` when it is gone.
  public let note: Note?
  /// The copy that has this device's text, as it is now; `nil` when it is gone.
  public let copy: Note?
  /// The shortest beginning of the note's id that names it.
  public let noteShortID: String
  /// The shortest beginning of the copy's id that names it, and the conflict with it.
  public let copyShortID: String

  /// What stands for the vault's side: the note as it is now, or as it was when it is gone.
  public var theirs: Note { note ?? conflict.theirs }

  /// What stands for this device's side: the copy as it is now, or as it was when it is gone.
  public var ours: Note { copy ?? conflict.ours }
}
