/// Which notes a list shows, and in which order.
package struct NoteQuery: Sendable, Hashable {
  /// Where to look.
  package enum Scope: Sendable, Hashable, CaseIterable {
    /// Notes that are neither archived nor in the trash.
    case active
    /// Archived notes that are not in the trash.
    case archived
    /// Notes in the trash.
    case trash
    /// Every note.
    case everywhere
  }

  /// The order of a list. Pinned notes come first in each; notes that tie are ordered by id, newest first.
  package enum Order: String, Sendable, Hashable, CaseIterable {
    /// Last changed first.
    case modified
    /// Last created first.
    case created
    /// By title, from A to Z; the case of these letters does not matter, and all others come after them.
    case title
  }

  /// Where to look.
  package var scope: Scope
  /// The notebook to look in, its inner notebooks included.
  package var notebook: Notebook
  /// Tags that a note must have, all of them; see ``Tag/covers(_:)``.
  package var tags: [Tag]
  /// The order of the list.
  package var order: Order
  /// The most notes to return; `nil` for all.
  package var limit: Int?

  /// Creates a query.
  ///
  /// - Parameters:
  ///   - scope: Where to look.
  ///   - notebook: The notebook to look in.
  ///   - tags: Tags that a note must have.
  ///   - order: The order of the list.
  ///   - limit: The most notes to return; `nil` for all.
  package init(
    scope: Scope = .active,
    notebook: Notebook = .root,
    tags: [Tag] = [],
    order: Order = .modified,
    limit: Int? = nil
  ) {
    self.scope = scope
    self.notebook = notebook
    self.tags = tags
    self.order = order
    self.limit = limit
  }
}

/// A note without its text: what a list shows.
package struct NoteSummary: Sendable, Hashable, Identifiable {
  /// The note's identity.
  package let id: NoteID
  /// The line that lists show.
  package let title: String
  /// Every tag of the note: those set on it, then those in its text.
  package let tags: [Tag]
  /// The notebook the note lies in.
  package let notebook: Notebook
  /// Whether lists show the note first.
  package let isPinned: Bool
  /// Whether the note is kept out of lists.
  package let isArchived: Bool
  /// When the note was moved to the trash; `nil` for a note that is not there.
  package let trashed: Timestamp?
  /// When the note was first written.
  package let created: Timestamp
  /// When the note last changed.
  package let modified: Timestamp

  /// Creates a summary.
  ///
  /// - Parameters:
  ///   - id: The note's identity.
  ///   - title: The line that lists show.
  ///   - tags: Every tag of the note.
  ///   - notebook: The notebook the note lies in.
  ///   - isPinned: Whether lists show the note first.
  ///   - isArchived: Whether the note is kept out of lists.
  ///   - trashed: When the note was moved to the trash.
  ///   - created: When the note was first written.
  ///   - modified: When the note last changed.
  package init(
    id: NoteID,
    title: String,
    tags: [Tag],
    notebook: Notebook,
    isPinned: Bool,
    isArchived: Bool,
    trashed: Timestamp?,
    created: Timestamp,
    modified: Timestamp
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
