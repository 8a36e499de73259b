/// The notes on this device, for the sync service: the same notes as those of ``NoteStore``, with what the server said of them.
package protocol SyncStore: Sendable {
  /// Ties the notes of this device to an account, unless they are: the numbers of versions are those of one account.
  ///
  /// - Returns: The account whose notes they are.
  func claim(for session: Session) async throws(StoreError) -> Session

  /// Returns the notes with changes that the server does not have, in the order of their ids.
  func pending() async throws(StoreError) -> [SyncedNote]

  /// Returns the number up to which versions were received.
  func cursor() async throws(StoreError) -> Int

  /// Remembers that the present content of a note is on its way to the server.
  ///
  /// - Returns: `false` if the note changed meanwhile, and nothing was remembered.
  func markSent(_ note: SyncedNote) async throws(StoreError) -> Bool

  /// Remembers that the server accepted a content, under a number. What was written meanwhile stays pending. Without effect if a
  /// later version is known: another program may have synced meanwhile.
  func markAccepted(_ content: Note.Content, of id: Note.ID, number: Int) async throws(StoreError)

  /// Receives versions, and moves the cursor behind the last one, all in one step.
  ///
  /// - Parameter merge: Returns what the store keeps of a version: nothing, the note, or the note and a copy.
  /// - Returns: The number of notes that changed on this device.
  func receive(
    _ versions: [ServerVersion], merging merge: @escaping @Sendable (ServerVersion, SyncedNote?) -> [SyncedNote]
  ) async throws(StoreError) -> Int
}

/// A note with what the server said of it.
package struct SyncedNote: Sendable, Hashable {
  package var note: Note
  /// The last version that this device and the server had in common; `nil` before the first one.
  package var base: Base?
  /// A content that was sent and of which the reply did not arrive.
  package var sent: Note.Content?

  package struct Base: Sendable, Hashable {
    package var content: Note.Content
    package var number: Int

    package init(content: Note.Content, number: Int) {
      (self.content, self.number) = (content, number)
    }
  }

  package init(note: Note, base: Base? = nil, sent: Note.Content? = nil) {
    (self.note, self.base, self.sent) = (note, base, sent)
  }

  /// Whether the note has changes that the server does not have.
  package var isPending: Bool { base?.content != note.content }
}
