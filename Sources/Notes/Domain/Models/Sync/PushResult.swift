/// What became of one change of a batch.
public enum PushResult: Sendable, Hashable {
  /// It is part of the vault, at this revision.
  case applied(Revision)
  /// Somebody else changed the note before.
  ///
  /// - Parameters:
  ///   - revision: The revision of the version that the vault holds; ``Revision/none`` when it holds none.
  ///   - isDeleted: Whether that version is a tombstone.
  case conflict(revision: Revision, isDeleted: Bool)
  /// The vault will not take it, now or later.
  case refused(Refusal)
}
