/// The selection and order of notes in a list.
package struct NoteQuery: Sendable, Hashable {
  /// The part of the store that a list or a search covers.
  package enum Scope: Sendable, Hashable, CaseIterable {
    /// Notes that are neither archived nor in the trash.
    case active
    /// Archived notes outside of the trash.
    case archived
    /// All notes outside of the trash.
    case kept
    /// Notes in the trash.
    case trash
    /// Notes that are not archived, and the trash.
    case activeAndTrash
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

  package var filter: NoteFilter
  package var scope: Scope
  package var order: Order
  package var limit: Int?
  /// The number of notes at the beginning of the list to leave out. A count does not leave them out.
  package var offset: Int

  package init(
    _ filter: NoteFilter = NoteFilter(), scope: Scope = .active, order: Order = .modified, limit: Int? = nil,
    offset: Int = 0
  ) {
    self.filter = filter
    self.scope = scope
    self.order = order
    self.limit = limit
    self.offset = offset
  }
}

extension NoteQuery.Scope {
  /// Returns the default scope of a list or a search with what it leaves out and the filter asks for, as `is:trashed` does. Other
  /// scopes were chosen, and stay.
  package func widened(for filter: NoteFilter) -> Self {
    switch (self, archive: filter.wants(.archived), trash: filter.wants(.trashed)) {
    case (.active, archive: true, trash: false): .kept
    case (.active, archive: false, trash: true): .activeAndTrash
    case (.active, archive: true, trash: true), (.kept, archive: _, trash: true): .everywhere
    default: self
    }
  }

  /// Returns whether a note is in this part of the store.
  package func contains(isArchived: Bool, isTrashed: Bool) -> Bool {
    switch self {
    case .active: !isTrashed && !isArchived
    case .archived: !isTrashed && isArchived
    case .kept: !isTrashed
    case .trash: isTrashed
    case .activeAndTrash: isTrashed || !isArchived
    case .everywhere: true
    }
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

  /// The title behind the path of the notebook, by which a person can name the note.
  package var path: String { (notebook.names + [title]).joined(separator: "/") }
}
