/// The storage of conflicts that a person must resolve. Sync records its own in a ``SyncTransaction``.
package protocol ConflictStore: Sendable {
  /// Stores a conflict that arose on this device, and its copy as a new note, in one transaction. An edit that was sent before, of
  /// which there is an open conflict with a copy outside of the trash, is not stored again.
  ///
  /// - Returns: The stored copy, or that of the earlier conflict as it is now.
  func add(_ conflict: NoteConflict, copy: Note) async throws(StoreError) -> Note

  /// Returns the unresolved conflicts, oldest first.
  func conflicts() async throws(StoreError) -> [NoteConflict]

  /// Settles a conflict together with the changes of its notes, in one transaction, and mends the links to a name that one of
  /// them loses, like ``NoteRepository/update(together:change:)``. The undo of these changes reopens the conflict.
  ///
  /// - Parameter decide: Returns the notes as they are to be, given the stored ones; `nil` to change nothing. It leaves out no
  ///   stored note. It may run with the store locked, so it must be short and must not call the store.
  func settle(
    _ id: NoteConflict.ID, decide: @escaping @Sendable (ConflictSides) -> ConflictSides?
  ) async throws(StoreError) -> ConflictSettlement
}

/// The stored notes of a conflict.
package struct ConflictSides: Sendable, Hashable {
  /// The note; `nil` if it is gone.
  package var note: Note?
  /// The copy; `nil` if it is gone.
  package var copy: Note?

  package init(note: Note?, copy: Note?) {
    (self.note, self.copy) = (note, copy)
  }

  /// The note whose text remains: the one outside of the trash.
  package var kept: Note? { [note, copy].compactMap(\.self).first { $0.trashed == nil } }
}

/// The result of settling a conflict.
package enum ConflictSettlement: Sendable, Hashable {
  /// The conflict is settled, and its notes are these. The number is that of the set of changes; `nil` if nothing changed, so that
  /// there is nothing to undo.
  case settled(ConflictSides, changeSet: Int?)
  /// The decision about these notes was to change nothing.
  case refused(ConflictSides)
  /// There is no such conflict, or it was settled before.
  case unknown
}

/// Two versions of a note that could not be merged: the note has the vault's version, and a copy has this device's.
///
/// Of an edit, an import or another change on this device, the copy has its version, and the note the one that was saved
/// meanwhile.
package struct NoteConflict: Sendable, Hashable, Identifiable {
  /// The identifier of the conflict, which is that of the copy.
  package var id: NoteID { copy }
  /// The note, with the version from the vault.
  package let note: NoteID
  /// The copy, with the version of this device.
  package let copy: NoteID
  /// The common ancestor; `nil` when it is unknown.
  package let base: Note?
  /// The version from the vault.
  package let theirs: Note
  /// The version of this device.
  package let ours: Note
  package let detected: Timestamp

  package init(note: NoteID, copy: NoteID, base: Note?, theirs: Note, ours: Note, detected: Timestamp) {
    self.note = note
    self.copy = copy
    self.base = base
    self.theirs = theirs
    self.ours = ours
    self.detected = detected
  }
}

extension NoteConflict {
  /// Returns whether another conflict is of the same edit: one text for one note and base, at whichever time it was sent.
  package func isOfSameEdit(as other: NoteConflict) -> Bool {
    var edited = other.ours
    edited.modified = ours.modified
    return note == other.note && base == other.base && ours == edited
  }

  /// The suffix of a copy's title.
  package static let copySuffix = " (conflicting copy)"

  /// Returns the title of the copy as it is now, or of ``ours``, without ``copySuffix``.
  package func titleWithoutCopySuffix(of ours: Note) -> String {
    let title = ours.title.beginning(before: Self.copySuffix).map(String.init) ?? ours.title
    // A title that is unchanged since the conflict follows the text, if it did before.
    guard [title, ours.title].contains(self.ours.title) else { return title }
    return NoteTitle.updated(for: self.ours, newBody: ours.body)
  }
}

/// The record of a merge in the history of a note.
package struct MergeRecord: Sendable, Hashable {
  package let note: NoteID
  /// The common ancestor.
  package let base: Note?
  /// The version from the vault.
  package let theirs: Note

  package init(note: NoteID, base: Note?, theirs: Note) {
    self.note = note
    self.base = base
    self.theirs = theirs
  }
}
