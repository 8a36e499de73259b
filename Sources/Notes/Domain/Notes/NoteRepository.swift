package import WiringMacros

/// The place where notes are kept. Every writing method is one transaction, durable when it returns.
///
/// ## Topics
/// ### Reading
/// - ``note(_:)``
/// - ``notes(_:)``
/// - ``identifiers(matching:limit:)``
/// - ``abbreviations(of:)``
/// - ``list(_:)``
/// - ``search(_:)``
/// - ``page(after:limit:)``
/// - ``statistics()``
/// ### Writing
/// - ``insert(_:)``
/// - ``update(_:change:)``
/// - ``purge(_:)``
/// ### Importing
/// - ``importRecords(paths:)``
/// - ``store(_:)``
@LazyProxy @Intercepted @Spied
package protocol NoteRepository: Sendable {
  /// The note with an id, wherever it lies, the trash included; `nil` when there is none.
  func note(_ id: NoteID) async throws(StoreError) -> Note?

  /// The notes with these ids, in the order of the ids; ids without a note are left out.
  func notes(_ ids: [NoteID]) async throws(StoreError) -> [Note]

  /// The ids that begin with a prefix, in ascending order, at most `limit`; the trash included.
  func identifiers(matching prefix: NoteIDPrefix, limit: Int) async throws(StoreError) -> [NoteID]

  /// For each of these ids its shortest beginning, of at least eight digits, that no other note's id begins with, as the
  /// canonical form writes it; ids without a note are left out. What it returns can be read as a ``NoteIDPrefix``.
  func abbreviations(of ids: [NoteID]) async throws(StoreError) -> [NoteID: String]

  /// The notes that a query selects, in its order.
  func list(_ query: NoteQuery) async throws(StoreError) -> [NoteSummary]

  /// The best matches of a search; archived notes are found too. No text makes it fail; one without a word finds nothing.
  func search(_ query: SearchQuery) async throws(StoreError) -> SearchResult

  /// The next notes in ascending order of id, at most `limit`, everything included: for walks over a whole store in bounded memory.
  func page(after id: NoteID?, limit: Int) async throws(StoreError) -> [Note]

  /// How much there is.
  func statistics() async throws(StoreError) -> NoteStatistics

  /// Adds notes, all or none; throws ``StoreError/exists(_:)`` when an id is taken.
  func insert(_ notes: [Note]) async throws(StoreError)

  /// Changes one note: reads it, runs `change`, and writes it, with nobody else in between.
  ///
  /// - Parameters:
  ///   - id: The note.
  ///   - change: The change; it may run while the store is locked, so it must be short and must not call the store.
  /// - Returns: The note as it is now; `nil` when there is none.
  func update(_ id: NoteID, change: @escaping @Sendable (inout Note) -> Void) async throws(StoreError) -> Note?

  /// Removes for good those of the notes that lie in the trash, and returns their ids.
  func purge(_ ids: [NoteID]) async throws(StoreError) -> [NoteID]

  /// What is remembered of files with these paths inside whatever folder, by path, then by folder.
  func importRecords(paths: [String]) async throws(StoreError) -> [ImportRecord]

  /// Writes imported notes with their records, all in one transaction. A file that is recorded already with the same
  /// fingerprint is passed over: another import brought it since it was looked at.
  ///
  /// - Returns: The ids of notes that were left alone, since the stored one changed after it was looked at, or was there already.
  func store(_ items: [ImportItem]) async throws(StoreError) -> [NoteID]
}

/// Why the store could not do what it was asked. Every case leaves the store's files as they were.
package enum StoreError: Error, Sendable, Hashable {
  /// The file is something else than a note store.
  case notAStore(path: String)
  /// The file is damaged.
  case corrupt(path: String, detail: String)
  /// The store was made by a newer version of the program.
  case newerVersion(path: String, found: Int, supported: Int)
  /// The file or its folder may not be written.
  case readOnly(path: String)
  /// The file may not be read.
  case permissionDenied(path: String)
  /// Another process kept the store locked for too long.
  case locked(path: String)
  /// There is no space left on the disk.
  case diskFull(path: String)
  /// The file or its folder cannot be made.
  case cannotCreate(path: String, reason: String)
  /// Reading or writing failed in another way.
  case failed(path: String, detail: String)
  /// A note with this id is there already.
  case exists(NoteID)
}

/// How much there is in a store.
package struct NoteStatistics: Sendable, Hashable {
  /// A name and how many notes have it.
  package struct Count<Name: Sendable & Hashable>: Sendable, Hashable {
    /// What was counted.
    package let name: Name
    /// How many notes have it.
    package let notes: Int

    /// Creates a count.
    ///
    /// - Parameters:
    ///   - name: What was counted.
    ///   - notes: How many notes have it.
    package init(_ name: Name, notes: Int) {
      self.name = name
      self.notes = notes
    }
  }

  /// Notes that are neither archived nor in the trash.
  package var active: Int
  /// Archived notes that are not in the trash.
  package var archived: Int
  /// Notes in the trash.
  package var trashed: Int
  /// Pinned notes that are not in the trash.
  package var pinned: Int
  /// The length of all texts, in bytes of UTF-8, the trash included.
  package var textBytes: Int
  /// The size of the store on disk, in bytes.
  package var storeBytes: Int
  /// Notebooks with notes outside the trash, most notes first, then by name.
  package var notebooks: [Count<Notebook>]
  /// Tags of notes outside the trash, most notes first, then by name. Spellings that differ only in the case of the letters
  /// A to Z count as one tag, under the spelling that sorts first.
  package var tags: [Count<Tag>]

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
  package init(
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
