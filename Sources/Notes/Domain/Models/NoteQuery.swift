/// Which notes a list shows, and in which order.
public struct NoteQuery: Sendable, Hashable {
  /// Where to look.
  public enum Place: Sendable, Hashable, CaseIterable {
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
  public enum Order: String, Sendable, Hashable, CaseIterable {
    /// Last changed first.
    case modified
    /// Last created first.
    case created
    /// By title, from A to Z; the case of these letters does not matter, and all others come after them.
    case title
  }

  /// Where to look.
  public var place: Place
  /// The notebook to look in, its inner notebooks included.
  public var notebook: Notebook
  /// Tags that a note must have, all of them; see ``Tag/covers(_:)``.
  public var tags: [Tag]
  /// The order of the list.
  public var order: Order
  /// The most notes to return; `nil` for all.
  public var limit: Int?

  /// Creates a query.
  ///
  /// - Parameters:
  ///   - place: Where to look.
  ///   - notebook: The notebook to look in.
  ///   - tags: Tags that a note must have.
  ///   - order: The order of the list.
  ///   - limit: The most notes to return; `nil` for all.
  public init(
    place: Place = .active,
    notebook: Notebook = .root,
    tags: [Tag] = [],
    order: Order = .modified,
    limit: Int? = nil
  ) {
    self.place = place
    self.notebook = notebook
    self.tags = tags
    self.order = order
    self.limit = limit
  }
}
