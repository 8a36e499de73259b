/// The notes on this device, for the screens.
///
/// An implementation keeps its work off the caller's thread, so that a screen never waits for a disk.
package protocol NoteStore: Sendable {
  /// Returns the notes that match a query and are not deleted, the latest first; an empty query matches all.
  func notes(matching query: String) async throws(StoreError) -> [Note]

  /// Returns a note, also a deleted one; `nil` where there is none.
  func note(_ id: Note.ID) async throws(StoreError) -> Note?

  /// Replaces a note, or adds one, in one step: nothing else is written between reading it and storing it.
  ///
  /// - Parameter change: Returns the new note for the present one, which is `nil` where there is none.
  /// - Returns: The new note; the failure of the change, and then nothing is stored.
  func update<Failure: Error>(
    _ id: Note.ID, _ change: @escaping @Sendable (Note?) throws(Failure) -> Note
  ) async throws(StoreError) -> Result<Note, Failure>

  /// Returns a signal for each change that is made after the call, by this program or another one. Several changes may share a
  /// signal; the last one always has one after it. The sequence ends with the task that reads it.
  func changes() -> AsyncStream<Void>
}

/// A failure of the store: the disk is full, the file is damaged or of a newer version, or another program keeps it busy.
package struct StoreError: Error, Hashable, Sendable {
  /// The reason in the words of the database.
  package let reason: String

  package init(reason: String) {
    self.reason = reason
  }
}
