/// The memory of what happened to notes: every version that a change took the place of.
///
/// Each command, import and sync is a set of changes. Removing a note for good removes its history.
public protocol NoteHistory: Sendable {
  /// The sets of changes, newest first.
  ///
  /// - Parameters:
  ///   - number: Only sets before the one with this number; `nil` for the newest.
  ///   - limit: The most sets to return.
  func changeSets(before number: Int?, limit: Int) async throws(StoreError) -> [ChangeSet]

  /// The versions of a note, newest first: the first is the note as it is. What was there before anything was remembered
  /// belongs to the set 0, which ``changeSets(before:limit:)`` does not have.
  ///
  /// - Parameters:
  ///   - id: The note.
  ///   - limit: The most versions to return.
  func versions(of id: NoteID, limit: Int) async throws(StoreError) -> [NoteVersion]

  /// Takes a set of changes back, in one transaction and as a new set.
  ///
  /// - Parameters:
  ///   - number: The number of the set.
  ///   - decide: What to do about each note, given the change and the note as it is now. It may run while the store is
  ///     locked, so it must be short and must not call the store.
  func revert(
    _ number: Int, decide: @escaping @Sendable (_ change: NoteChange, _ current: Note?) -> Reversal
  ) async throws(StoreError) -> ReversalResult
}
