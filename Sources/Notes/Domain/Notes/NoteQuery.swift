/// The selection and order of notes in a list.
package struct NoteQuery: Sendable, Hashable {
  /// The part of the store that a list covers.
  package enum Scope: Sendable, Hashable, CaseIterable {
    /// Notes that are neither archived nor in the trash.
    case active
    /// Archived notes outside of the trash.
    case archived
    /// Notes in the trash.
    case trash
    /// All notes.
    case everywhere
  }

  /// The order of a list. Pinned notes are first; ties are ordered by identifier, newest first.
  package enum Order: String, Sendable, Hashable, CaseIterable {
    /// By modification time, latest first.
    case modified
    /// By creation time, latest first.
    case created
    /// By title, ignoring the case of ASCII letters, which sort before all others.
    case title
  }

  package var scope: Scope
  /// The notebook, including its nested notebooks.
  package var notebook: Notebook
  /// The tags that a note must all have; see ``Tag/covers(_:)``.
  package var tags: [Tag]
  package var order: Order
  package var limit: Int?

  package init(
    scope: Scope = .active, notebook: Notebook = .root, tags: [Tag] = [], order: Order = .modified, limit: Int? = nil
  ) {
    self.scope = scope
    self.notebook = notebook
    self.tags = tags
    self.order = order
    self.limit = limit
  }
}

/// The properties of a ``Note`` in lists, without its text.
package struct NoteSummary: Sendable, Hashable, Identifiable {
  package let id: NoteID
  package let title: String
  /// All tags of the note: the explicit ones, followed by those in its text.
  package let tags: [Tag]
  package let notebook: Notebook
  package let isPinned: Bool
  package let isArchived: Bool
  package let trashed: Timestamp?
  package let created: Timestamp
  package let modified: Timestamp

  package init(
    id: NoteID, title: String, tags: [Tag], notebook: Notebook, isPinned: Bool, isArchived: Bool, trashed: Timestamp?,
    created: Timestamp, modified: Timestamp
  ) {
    self.id = id
    self.title = title
    self.tags = tags
    self.notebook = notebook
    self.isPinned = isPinned
    self.isArchived = isArchived
    self.trashed = trashed
    self.created = created
    self.modified = modified
  }
}
