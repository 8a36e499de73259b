package import NotesDomain

/// A version of a note that came from the vault.
package struct IncomingVersion: Sendable {
  /// The note's id.
  package let id: NoteID
  /// The version's revision; ``Revision/none`` when the vault holds no version at all.
  package let revision: Revision
  /// The note; `nil` when it was deleted.
  package let note: Note?

  /// Creates a version.
  ///
  /// - Parameters:
  ///   - id: The note's id.
  ///   - revision: The version's revision.
  ///   - note: The note; `nil` when it was deleted.
  package init(id: NoteID, revision: Revision, note: Note?) {
    self.id = id
    self.revision = revision
    self.note = note
  }
}
