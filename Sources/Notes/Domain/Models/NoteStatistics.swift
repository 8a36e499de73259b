/// How much there is in a store.
public struct NoteStatistics: Sendable, Hashable {
  /// A name and how many notes have it.
  public struct Count<Name: Sendable & Hashable>: Sendable, Hashable {
    /// What was counted.
    public let name: Name
    /// How many notes have it.
    public let notes: Int

    /// Creates a count.
    ///
    /// - Parameters:
    ///   - name: What was counted.
    ///   - notes: How many notes have it.
    public init(_ name: Name, notes: Int) {
      self.name = name
      self.notes = notes
    }
  }

  /// Notes that are neither archived nor in the trash.
  public var active: Int
  /// Archived notes that are not in the trash.
  public var archived: Int
  /// Notes in the trash.
  public var trashed: Int
  /// Pinned notes that are not in the trash.
  public var pinned: Int
  /// The length of all texts, in bytes of UTF-8, the trash included.
  public var textBytes: Int
  /// The size of the store on disk, in bytes.
  public var storeBytes: Int
  /// Notebooks with notes outside the trash, most notes first, then by name.
  public var notebooks: [Count<Notebook>]
  /// Tags of notes outside the trash, most notes first, then by name. Spellings that differ only in the case of the letters
  /// A to Z count as one tag, under the spelling that sorts first.
  public var tags: [Count<Tag>]

  /// Creates statistics.
  ///
  /// - Parameters:
  ///   - active: Notes that are neither archived nor in the trash.
  ///   - archived: Archived notes that are not in the trash.
  ///   - trashed: Notes in the trash.
  ///   - pinned: Pinned notes that are not in the trash.
  ///   - textBytes: The length of all texts, in bytes.
  ///   - storeBytes: The size of the store on disk, in bytes.
  ///   - notebooks: Notebooks with notes, most first.
  ///   - tags: Tags with notes, most first.
  public init(
    active: Int = 0,
    archived: Int = 0,
    trashed: Int = 0,
    pinned: Int = 0,
    textBytes: Int = 0,
    storeBytes: Int = 0,
    notebooks: [Count<Notebook>] = [],
    tags: [Count<Tag>] = []
  ) {
    self.active = active
    self.archived = archived
    self.trashed = trashed
    self.pinned = pinned
    self.textBytes = textBytes
    self.storeBytes = storeBytes
    self.notebooks = notebooks
    self.tags = tags
  }
}
