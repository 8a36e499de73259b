/// A note without its text: what a list shows.
public struct NoteSummary: Sendable, Hashable, Identifiable {
  /// The note's identity.
  public let id: NoteID
  /// The line that lists show.
  public let title: String
  /// Every tag of the note: those set on it, then those in its text.
  public let tags: [Tag]
  /// The notebook the note lies in.
  public let notebook: Notebook
  /// Whether lists show the note first.
  public let isPinned: Bool
  /// Whether the note is kept out of lists.
  public let isArchived: Bool
  /// When the note was moved to the trash; `nil` for a note that is not there.
  public let trashed: Timestamp?
  /// When the note was first written.
  public let created: Timestamp
  /// When the note last changed.
  public let modified: Timestamp

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
  public init(
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
