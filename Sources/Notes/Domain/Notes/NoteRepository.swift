package import WiringMacros

/// The storage of notes. Every method that writes is one transaction, durable when it returns, and throws
/// ``StoreError/exceeds(_:_:)`` when a note would exceed a limit; see ``NoteLimit``.
@LazyProxy @Intercepted @Spied
package protocol NoteRepository: Sendable {
  // MARK: Reading

  /// Returns a note, including archived and trashed ones, or `nil` when there is none.
  func note(_ id: NoteID) async throws(StoreError) -> Note?

  /// Returns notes in the order of their identifiers; identifiers without a note are omitted.
  func notes(_ ids: [NoteID]) async throws(StoreError) -> [Note]

  /// Returns the identifiers with a prefix in ascending order, including those of trashed notes, at most `limit`.
  func identifiers(matching prefix: NoteIDPrefix, limit: Int) async throws(StoreError) -> [NoteID]

  /// Returns for each identifier its shortest unique prefix, of at least eight digits, in canonical form. Identifiers
  /// without a note are omitted. The results are valid ``NoteIDPrefix`` texts.
  func abbreviations(of ids: [NoteID]) async throws(StoreError) -> [NoteID: String]

  /// Returns the notes that a query selects, in its order.
  func list(_ query: NoteQuery) async throws(StoreError) -> [NoteSummary]

  /// Returns the number of notes that a query selects, at most its limit.
  func count(_ query: NoteQuery) async throws(StoreError) -> Int

  /// Returns the notes that a search selects, with the words around the best match.
  func search(_ query: SearchQuery) async throws(StoreError) -> SearchResult

  /// Returns a page of all notes in ascending order of identifier, for iterating over a store in constant memory.
  func page(after id: NoteID?, limit: Int) async throws(StoreError) -> [Note]

  /// Returns the tags of notes outside of the trash; see ``NoteStatistics/tags``.
  func tags() async throws(StoreError) -> [NoteStatistics.Count<Tag>]

  /// Returns the notebooks of notes outside of the trash; see ``NoteStatistics/notebooks``.
  func notebooks() async throws(StoreError) -> [NoteStatistics.Count<Notebook>]

  /// Returns the number and size of the stored notes.
  func statistics() async throws(StoreError) -> NoteStatistics

  // MARK: Writing

  /// Inserts all notes or none. Throws ``StoreError/exists(_:)`` when an identifier is taken.
  func insert(_ notes: [Note]) async throws(StoreError)

  /// Updates notes in one transaction: all of them, or none. In the same transaction, mends the links to a name that one of
  /// them loses, by the rules of ``LinkMender``.
  ///
  /// - Parameters:
  ///   - ids: The notes, without duplicates.
  ///   - change: The change. It may run with the store locked, so it must be short and must not call the store.
  /// - Returns: Each note before and after its change, in the order of `ids`, and the notes with links to them; `nil` if one of
  ///   the notes does not exist.
  func update(
    _ ids: [NoteID], change: @escaping @Sendable (inout Note) -> Void
  ) async throws(StoreError) -> NoteUpdates?

  /// Updates notes together in one transaction, and mends links like ``update(_:change:)``. Those to a note that the change
  /// moves to the trash lead to the first note, which has its content.
  ///
  /// - Parameters:
  ///   - ids: The notes, without duplicates.
  ///   - change: The change, as in ``update(_:change:)``. It gets the notes that exist, in the order of `ids`, and leaves out
  ///     none.
  /// - Returns: Each note before and after the change, in the order of `ids`, and the notes with links to them.
  func update(
    together ids: [NoteID], change: @escaping @Sendable (inout [Note]) -> Void
  ) async throws(StoreError) -> NoteUpdates

  /// Inserts a note, or updates the one outside of the trash that has its title as a name and its notebook; of several, the
  /// most recently changed. Mends links like ``update(_:change:)``.
  ///
  /// - Parameters:
  ///   - note: The note to insert if there is no such note. Throws ``StoreError/exists(_:)`` when its identifier is taken.
  ///   - change: The change of the stored note, as in ``update(_:change:)``.
  /// - Returns: The stored note before and after its change; `nil` after an insertion.
  func upsert(
    _ note: Note, change: @escaping @Sendable (inout Note) -> Void
  ) async throws(StoreError) -> NoteUpdate?

  /// Removes notes permanently, if they are in the trash, and returns the identifiers of the removed ones.
  func purge(_ ids: [NoteID]) async throws(StoreError) -> [NoteID]

  // MARK: Importing

  /// Returns the notes whose files would be at some places in a folder, those in the archive and the trash included; of a place
  /// that more than ten of them have, none.
  func notes(at places: Set<NotePlace>) async throws(StoreError) -> [Note]

  /// Returns the notes of the lists that were created at some times; of a time that more than ten of them have, none.
  func notes(created times: Set<Timestamp>) async throws(StoreError) -> [Note]

  /// Returns the records of imported files with these paths in any folder, sorted by path and folder.
  func importRecords(paths: [String]) async throws(StoreError) -> [ImportRecord]

  /// Returns the records of imported files that became some notes, in any folder, sorted by path and folder. O(number of
  /// records).
  ///
  /// - Parameter notes: At most some thousands.
  func importRecords(of notes: [NoteID]) async throws(StoreError) -> [ImportRecord]

  /// Returns the folders with records of imported files, sorted.
  func importedFolders() async throws(StoreError) -> [String]

  /// Returns a page of the records of a folder, in ascending order of the paths' bytes.
  func importedFiles(
    of directory: String, after path: String?, limit: Int
  ) async throws(StoreError) -> [ImportRecord]

  /// Stores imported notes with their records and conflicts in one transaction. A file that is recorded with the same
  /// fingerprint is skipped unless its note is gone: a concurrent import has stored it. Returns the identifiers of skipped notes that exist, or have
  /// changed since the import read them.
  func store(_ items: [ImportItem]) async throws(StoreError) -> [NoteID]

  /// Replaces records of files without changing notes, in one transaction.
  func replaceImportRecords(_ obsolete: [ImportRecord], with records: [ImportRecord]) async throws(StoreError)
}

extension NoteRepository {
  /// Updates a note in one transaction, and returns the updated note; `nil` when there is none. See ``update(_:change:)``.
  package func update(
    _ id: NoteID, change: @escaping @Sendable (inout Note) -> Void
  ) async throws(StoreError) -> Note? {
    try await update([id], change: change)?.notes.first?.after
  }

  /// Updates the notes that a query finds, in one transaction; see ``update(_:change:)``.
  ///
  /// - Parameter isIncluded: Whether a note that was found is updated.
  package func update(
    _ query: NoteQuery, where isIncluded: (NoteSummary) -> Bool = { _ in true },
    change: @escaping @Sendable (inout Note) -> Void
  ) async throws(StoreError) -> NoteUpdates {
    while true {
      let ids = try await list(query).filter(isIncluded).map(\.id)
      // Another process may purge one of them meanwhile, which the next list does not have.
      if let updates = try await update(ids, change: change) { return updates }
    }
  }
}

/// A note before and after a change.
package struct NoteUpdate: Sendable, Hashable {
  package let before: Note
  package let after: Note

  package init(before: Note, after: Note) {
    self.before = before
    self.after = after
  }
}

/// The notes that an update changed, and those with links to them.
package struct NoteUpdates: Sendable, Hashable {
  /// Each note before and after its change, without the mending of links in it.
  package let notes: [NoteUpdate]
  /// The notes whose links were mended, each before the first change of a link and after the last.
  package private(set) var mended: [NoteUpdate] = []
  /// The notes outside of the trash with links that could not be mended, and lead nowhere.
  package internal(set) var broken: [NoteSummary] = []

  init(_ notes: [NoteUpdate]) {
    self.notes = notes
  }

  /// Adds changes of links; those of a note that has some already continue them.
  mutating func addMended(_ updates: [NoteUpdate]) {
    guard !mended.isEmpty else { return mended = updates }
    var positions = Dictionary(mended.indices.map { (mended[$0].after.id, $0) }) { first, _ in first }
    for update in updates {
      if let position = positions[update.after.id] {
        mended[position] = NoteUpdate(before: mended[position].before, after: update.after)
      } else {
        positions[update.after.id] = mended.count
        mended.append(update)
      }
    }
  }
}

/// An error of the store. In every case, the store's files are unchanged.
package enum StoreError: Error, Sendable, Hashable {
  /// There is no store, and the command that reads it creates none.
  case missing(path: String)
  /// The file is not a note store.
  case notAStore(path: String)
  /// The file is damaged.
  case corrupt(path: String, detail: String)
  /// The write-ahead log beside the file was written for another file, in place of which this one was put.
  case foreignLog(path: String)
  /// A newer version of the program created the store.
  case newerVersion(path: String, found: Int, supported: Int)
  /// The file or its folder is not writable.
  case readOnly(path: String)
  /// The file is not readable.
  case permissionDenied(path: String)
  /// Another process has locked the store for too long.
  case locked(path: String)
  /// The database of a server cannot be reached now. A write that was sent meanwhile may have been made.
  case unreachable(path: String, detail: String)
  /// The database of a server was restored, moved or promoted since servers last used it, and may lack their last changes.
  case restored(path: String)
  /// The disk is full.
  case diskFull(path: String)
  /// The file or its folder cannot be created.
  case cannotCreate(path: String, reason: String)
  /// Reading or writing failed for another reason.
  case failed(path: String, detail: String)
  /// A note with this identifier exists.
  case exists(NoteID)
  /// The note would exceed a limit.
  case exceeds(NoteID, NoteExcess)
}

/// The number and size of the notes in a store.
package struct NoteStatistics: Sendable, Hashable {
  /// A name and the number of notes with it.
  package struct Count<Name: Sendable & Hashable>: Sendable, Hashable {
    package let name: Name
    package let notes: Int

    package init(_ name: Name, notes: Int) {
      self.name = name
      self.notes = notes
    }
  }

  /// The number of notes that are neither archived nor in the trash.
  package var active: Int
  /// The number of archived notes outside of the trash.
  package var archived: Int
  package var trashed: Int
  /// The number of pinned notes outside of the trash.
  package var pinned: Int
  /// The total length of all texts in bytes of UTF-8, including the trash.
  package var textBytes: Int
  /// The size of the store on disk, in bytes.
  package var storeBytes: Int
  /// The notebooks of notes outside of the trash, sorted by descending number of notes and name.
  package var notebooks: [Count<Notebook>]
  /// The tags of notes outside of the trash, sorted by descending number of notes and name. Tags that differ in the
  /// case of ASCII letters only count as one, under the spelling that sorts first.
  package var tags: [Count<Tag>]

  package init(
    active: Int = 0, archived: Int = 0, trashed: Int = 0, pinned: Int = 0, textBytes: Int = 0, storeBytes: Int = 0,
    notebooks: [Count<Notebook>] = [], tags: [Count<Tag>] = []
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
