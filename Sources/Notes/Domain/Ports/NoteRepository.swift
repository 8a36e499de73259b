public import WiringMacros

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
public protocol NoteRepository: Sendable {
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
