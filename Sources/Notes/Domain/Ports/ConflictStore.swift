/// The conflicts that sync left for people to settle.
public protocol ConflictStore: Sendable {
  /// The conflicts that nobody has settled, oldest first.
  func conflicts() async throws(StoreError) -> [NoteConflict]

  /// Marks a conflict as settled. The notes stay as they are.
  ///
  /// - Parameter id: The conflict.
  /// - Returns: Whether there was such a conflict.
  func settle(_ id: NoteConflict.ID) async throws(StoreError) -> Bool
}
