package import NotesDomain

/// A store in memory that keeps every promise of ``NoteRepository``, ``SyncStore``, ``NoteHistory`` and ``ConflictStore``;
/// their contracts run over it too.
///
/// ```swift
/// let store = InMemoryNoteRepository()
/// try await store.insert([note])
/// store.failure = .diskFull(path: "/notes")  // every call throws this from now on
/// ```
package final class InMemoryNoteRepository: NoteRepository {
  /// Everything in a store at one moment.
  package struct Contents: Sendable {
    let state: InMemoryStoreState
  }

  let clock: any WallClock
  let guarded: SynchronizedStore

  /// Creates a store.
  ///
  /// - Parameters:
  ///   - notes: What it holds; no history tells where it comes from.
  ///   - clock: What tells when a change was made.
  ///   - keepsHistory: Whether changes are remembered. A simulation has no use for that, and no time.
  package init(_ notes: [Note] = [], clock: any WallClock = FixedClock(), keepsHistory: Bool = true) {
    self.clock = clock
    guarded = SynchronizedStore(InMemoryStoreState(notes, keepsHistory: keepsHistory))
  }

  /// What every call throws from now on; `nil` to work again.
  package var failure: StoreError? {
    get { guarded.failure }
    set { guarded.failure = newValue }
  }

  /// Every note, by id.
  package var all: [Note] { guarded.contents.notes.table.values }

  /// Everything in the store. To set it is to copy a store's file over that of another; it costs nothing to get.
  package var contents: Contents {
    get { Contents(state: guarded.contents) }
    set { guarded.contents = newValue.state }
  }

  /// Changes a note at once, as another process does in the middle of something.
  ///
  /// - Parameters:
  ///   - id: The note; nothing happens when there is none.
  ///   - change: The change.
  package func change(_ id: NoteID, _ change: @Sendable (inout Note) -> Void) {
    let moment = clock.now()
    guarded.force { state in
      guard var note = state.notes[id] else { return }
      change(&note)
      // Each process has sets of changes of its own.
      state.endChangeSet()
      state.edit(id, to: note)
      state.commit(.local, at: moment)
      state.endChangeSet()
    }
  }

  /// The note with an id.
  package func note(_ id: NoteID) async throws(StoreError) -> Note? {
    try guarded.read { state throws(StoreError) in state.notes[id] }
  }

  /// The notes with these ids, in the order of the ids.
  package func notes(_ ids: [NoteID]) async throws(StoreError) -> [Note] {
    try guarded.read { state throws(StoreError) in ids.compactMap { state.notes[$0] } }
  }

  /// The ids that begin with a prefix, in ascending order.
  package func identifiers(matching prefix: NoteIDPrefix, limit: Int) async throws(StoreError) -> [NoteID] {
    try guarded.read { state throws(StoreError) in
      Array(state.notes.table.ids.elements.filter(prefix.range.contains).prefix(max(0, limit)))
    }
  }

  /// The shortest beginning of each id that no other id has.
  package func abbreviations(of ids: [NoteID]) async throws(StoreError) -> [NoteID: String] {
    try guarded.read { state throws(StoreError) in
      let all = state.notes.table.ids.elements
      var abbreviations: [NoteID: String] = [:]
      for id in ids where state.notes[id] != nil {
        abbreviations[id] = id.abbreviated(among: all.filter { $0 != id })
      }
      return abbreviations
    }
  }

  /// The notes that a query selects, in its order.
  package func list(_ query: NoteQuery) async throws(StoreError) -> [NoteSummary] {
    try guarded.read { state throws(StoreError) in
      let found = state.notes.table.values.map(\.summary).filter(query.selects).sorted(by: query.order.precedes)
      return Array(found.prefix(max(0, query.limit ?? found.count)))
    }
  }

  /// The notes that match; a match in the title counts most, then one in the tags, then one in the text.
  package func search(_ query: SearchQuery) async throws(StoreError) -> SearchResult {
    try guarded.read { state throws(StoreError) in InMemorySearch(query).run(over: state.notes.table.values) }
  }

  /// The next notes in ascending order of id.
  package func page(after id: NoteID?, limit: Int) async throws(StoreError) -> [Note] {
    try guarded.read { state throws(StoreError) in
      state.notes.table.values(after: id, limit: limit)
    }
  }

  /// How much there is; ``NoteStatistics/storeBytes`` is 0, since there is no file.
  package func statistics() async throws(StoreError) -> NoteStatistics {
    try guarded.read { state throws(StoreError) in NoteStatistics(of: state.notes.table.values) }
  }

  /// Adds notes, all or none.
  package func insert(_ notes: [Note]) async throws(StoreError) {
    try guarded.change(.local, at: clock.now()) { state throws(StoreError) in
      for note in notes {
        guard state.notes[note.id] == nil else { throw .exists(note.id) }
        state.edit(note.id, to: note)
      }
    }
  }

  /// Changes one note.
  package func update(
    _ id: NoteID, change: @escaping @Sendable (inout Note) -> Void
  ) async throws(StoreError) -> Note? {
    try guarded.change(.local, at: clock.now()) { state throws(StoreError) in
      guard var note = state.notes[id] else { return nil }
      change(&note)
      state.edit(id, to: note)
      return note
    }
  }

  /// Removes for good those of the notes that lie in the trash.
  package func purge(_ ids: [NoteID]) async throws(StoreError) -> [NoteID] {
    try guarded.change(nil, at: clock.now()) { state throws(StoreError) in
      ids.filter { id in
        guard state.notes[id]?.trashed != nil else { return false }
        state.purge(id)
        return true
      }
    }
  }

  /// What is remembered of files.
  package func importRecords(paths: [String]) async throws(StoreError) -> [ImportRecord] {
    try guarded.read { state throws(StoreError) in
      let paths = Set(paths)
      return state.records.values.filter { paths.contains($0.path) }
        .sorted { ($0.path, $0.directory) < ($1.path, $1.directory) }
    }
  }

  /// Writes imported notes with their records.
  package func store(_ items: [ImportItem]) async throws(StoreError) -> [NoteID] {
    try guarded.change(.imported, at: clock.now()) { state throws(StoreError) in
      var leftAlone: [NoteID] = []
      for item in items {
        let key = ImportRecordKey(directory: item.record.directory, path: item.record.path)
        if state.records[key]?.digest == item.record.digest { continue }
        guard state.notes[item.note.id]?.modified == item.replacing else {
          leftAlone.append(item.note.id)
          continue
        }
        state.edit(item.note.id, to: item.note)
        state.records[key] = item.record
      }
      return leftAlone
    }
  }
}
