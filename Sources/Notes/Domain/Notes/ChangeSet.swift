/// What one command, or one sync, changed: what can be taken back together.
package struct ChangeSet: Sendable, Hashable, Identifiable {
  /// Who made the changes.
  package enum Kind: Sendable, Hashable {
    /// A person.
    case local
    /// An import.
    case imported
    /// A sync: the changes come from another device.
    case sync
    /// Somebody who took another set of changes back.
    case undo(of: Int)
  }

  /// Its number: the later, the higher.
  package let id: Int
  /// When it was made.
  package let made: Timestamp
  /// Who made the changes.
  package let kind: Kind
  /// How many notes it changed.
  package let count: Int
  /// Some of the changes, for people to recognize it: at most three.
  package let examples: [NoteChange]
  /// The number of the set that took it back; `nil` when none did.
  package let undoneBy: Int?

  /// Creates a set.
  ///
  /// - Parameters:
  ///   - id: Its number.
  ///   - made: When it was made.
  ///   - kind: Who made the changes.
  ///   - count: How many notes it changed.
  ///   - examples: Some of the changes.
  ///   - undoneBy: The number of the set that took it back.
  package init(id: Int, made: Timestamp, kind: Kind, count: Int, examples: [NoteChange], undoneBy: Int? = nil) {
    self.id = id
    self.made = made
    self.kind = kind
    self.count = count
    self.examples = examples
    self.undoneBy = undoneBy
  }
}

/// What happened to one note.
package struct NoteChange: Sendable, Hashable {
  /// The note.
  package let id: NoteID
  /// The note before; `nil` when it was not there.
  package let before: Note?
  /// The note after; `nil` when it was not there any more.
  package let after: Note?

  /// Creates a change.
  ///
  /// - Parameters:
  ///   - id: The note.
  ///   - before: The note before.
  ///   - after: The note after.
  package init(id: NoteID, before: Note?, after: Note?) {
    self.id = id
    self.before = before
    self.after = after
  }
}
