/// The conflicts that sync left for people to settle.
package protocol ConflictStore: Sendable {
  /// The conflicts that nobody has settled, oldest first.
  func conflicts() async throws(StoreError) -> [NoteConflict]

  /// Marks a conflict as settled. The notes stay as they are.
  ///
  /// - Parameter id: The conflict.
  /// - Returns: Whether there was such a conflict.
  func settle(_ id: NoteConflict.ID) async throws(StoreError) -> Bool
}

/// Two texts of one note that could not be merged: the note has the vault's, and a copy has the one of this device.
package struct NoteConflict: Sendable, Hashable, Identifiable {
  /// The conflict, which is named by the copy.
  package var id: NoteID { copy }
  /// The note, which has the text that came from the vault.
  package let note: NoteID
  /// The copy, a note of its own with the text that was written here.
  package let copy: NoteID
  /// The text that both go back to; `nil` when it is not known.
  package let base: Note?
  /// The note as it came from the vault.
  package let theirs: Note
  /// The note as it was here.
  package let ours: Note
  /// When they met.
  package let met: Timestamp

  /// Creates a conflict.
  ///
  /// - Parameters:
  ///   - note: The note, which has the text that came from the vault.
  ///   - copy: The copy, which has the text that was written here.
  ///   - base: The text that both go back to.
  ///   - theirs: The note as it came from the vault.
  ///   - ours: The note as it was here.
  ///   - met: When they met.
  package init(note: NoteID, copy: NoteID, base: Note?, theirs: Note, ours: Note, met: Timestamp) {
    self.note = note
    self.copy = copy
    self.base = base
    self.theirs = theirs
    self.ours = ours
    self.met = met
  }
}

extension NoteConflict {
  /// What the title of a copy ends with, so that people tell it from the note.
  package static let copySuffix = " (conflicting copy)"

  /// The title that this device's side has without the mark of a copy.
  ///
  /// - Parameter ours: The copy as it is now, or ``ours``.
  package func unmarkedTitle(of ours: Note) -> String {
    let title = ours.title.hasSuffix(Self.copySuffix) ? String(ours.title.dropLast(Self.copySuffix.count)) : ours.title
    // A title that nobody has touched since follows the text, if it did before.
    guard [title, ours.title].contains(self.ours.title) else { return title }
    return NoteTitle.following(self.ours, newBody: ours.body)
  }
}

/// Two texts of one note that were merged into one, with what they came from: for the note's history.
package struct MergeRecord: Sendable, Hashable {
  /// The note.
  package let note: NoteID
  /// What both go back to.
  package let base: Note?
  /// The note as it came from the vault.
  package let theirs: Note

  /// Creates the memory of a merge.
  ///
  /// - Parameters:
  ///   - note: The note.
  ///   - base: What both go back to.
  ///   - theirs: The note as it came from the vault.
  package init(note: NoteID, base: Note?, theirs: Note) {
    self.note = note
    self.base = base
    self.theirs = theirs
  }
}
