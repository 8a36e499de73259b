/// Whose text is to stay when a conflict is settled.
public enum ConflictSide: Sendable, Hashable, CaseIterable {
  /// The one that was written on this device, which is the copy's.
  case ours
  /// The one that came from the vault, which is the note's.
  case theirs
  /// Both, in the two notes.
  case both
}
