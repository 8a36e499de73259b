/// What to do about one note when a set of changes is taken back.
public enum Reversal: Sendable, Hashable {
  /// Leave it as it is.
  case leave
  /// Write this version.
  case write(Note)
  /// Do not take back anything: what happened to the note since cannot be told apart from the change.
  case refuse
}
