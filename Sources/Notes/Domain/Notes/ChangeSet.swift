/// The changes of one command or one sync, which are undone together.
package struct ChangeSet: Sendable, Hashable, Identifiable {
  /// The origin of the changes.
  package enum Kind: Sendable, Hashable {
    /// A person.
    case local
    /// An import.
    case imported
    /// A sync, with changes from another device.
    case sync
    /// The undo of another set of changes.
    case undo(of: Int)
    /// The permanent removal of notes, which cannot be undone. Only their number is recorded.
    case purge
  }

  /// The number of the set, in ascending order of time.
  package let id: Int
  package let created: Timestamp
  package let kind: Kind
  package let count: Int
  /// Up to three of the changes, for people to recognize the set.
  package let examples: [NoteChange]
  /// The number of the set that undid this one; `nil` when it was not undone.
  package let undoneBy: Int?

  package init(id: Int, created: Timestamp, kind: Kind, count: Int, examples: [NoteChange], undoneBy: Int? = nil) {
    self.id = id
    self.created = created
    self.kind = kind
    self.count = count
    self.examples = examples
    self.undoneBy = undoneBy
  }
}

/// A change of one note.
package struct NoteChange: Sendable, Hashable {
  package let id: NoteID
  /// The note before the change; `nil` when the change added it.
  package let before: Note?
  /// The note after the change; `nil` when the change removed it.
  package let after: Note?

  package init(id: NoteID, before: Note?, after: Note?) {
    self.id = id
    self.before = before
    self.after = after
  }
}
