package import NotesDomain

/// A store in memory that fulfills the contracts of ``NoteRepository``, ``SyncStore``, ``NoteHistory`` and
/// ``ConflictStore``.
///
/// ```swift
/// let store = InMemoryNoteRepository()
/// try await store.insert([note])
/// store.failure = .diskFull(path: "/notes")  // every call throws
/// ```
package final class InMemoryNoteRepository: NoteRepository {
  /// A snapshot of a store.
  package struct Contents: Sendable {
    let state: InMemoryStoreState
  }

  let wallClock: any WallClock
  let guarded: SynchronizedStore

  /// Creates a store.
  ///
  /// - Parameters:
  ///   - notes: The initial notes, without history.
  ///   - wallClock: The clock for the times of changes.
  ///   - keepsHistory: Whether changes are recorded. Simulations do not need them.
  package init(_ notes: [Note] = [], wallClock: any WallClock = FixedClock(), keepsHistory: Bool = true) {
    self.wallClock = wallClock
    guarded = SynchronizedStore(InMemoryStoreState(notes, keepsHistory: keepsHistory))
  }

  /// The error that every call throws; `nil` for none.
  package var failure: StoreError? {
    get { guarded.failure }
    set { guarded.failure = newValue }
  }

  /// All notes by identifier.
  package var all: [Note] { guarded.contents.notes.table.values }

  /// The content of the store. Setting it is like replacing the file of a store. O(1).
  package var contents: Contents {
    get { Contents(state: guarded.contents) }
    set { guarded.contents = newValue.state }
  }

  /// Changes a note like a concurrent process.
  ///
  /// - Parameter id: The note. Does nothing without one.
  package func change(_ id: NoteID, _ change: @Sendable (inout Note) -> Void) {
    let time = wallClock.now()
    guarded.force { state in
      guard var note = state.notes[id] else { return }
      change(&note)
      // Each process has separate sets of changes.
      state.endChangeSet()
      state.edit(id, to: note)
      state.commit(.local, at: time)
      state.endChangeSet()
    }
  }

  /// Gives a note another identifier like the sync of another process; see ``SyncTransaction/rename(_:to:)``.
  package func rename(_ id: NoteID, to other: NoteID) {
    let time = wallClock.now()
    guarded.force { state in
      state.rename(id, to: other)
      state.commit(.sync, at: time)
    }
  }

  package func note(_ id: NoteID) async throws(StoreError) -> Note? {
    try guarded.read { state throws(StoreError) in state.notes[id] }
  }

  package func notes(_ ids: [NoteID]) async throws(StoreError) -> [Note] {
    try guarded.read { state throws(StoreError) in ids.compactMap { state.notes[$0] } }
  }

  package func identifiers(matching prefix: NoteIDPrefix, limit: Int) async throws(StoreError) -> [NoteID] {
    try guarded.read { state throws(StoreError) in
      Array(state.notes.table.ids.elements.filter(prefix.range.contains).prefix(max(0, limit)))
    }
  }

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

  package func list(_ query: NoteQuery) async throws(StoreError) -> [NoteSummary] {
    try guarded.read { state throws(StoreError) in
      var query = query
      query.filter = query.filter.resolvingLinks(among: state.notes.table.values)
      let found = state.notes.table.values.filter(query.selects).map(\.summary).sorted(by: query.order.precedes)
      return Array(found.dropFirst(max(0, query.offset)).prefix(max(0, query.limit ?? found.count)))
    }
  }

  package func count(_ query: NoteQuery) async throws(StoreError) -> Int {
    var all = query
    all.offset = 0
    return try await list(all).count
  }

  /// Returns the matching notes. A match in the title ranks first, then in the tags, then in the text.
  package func search(_ query: SearchQuery) async throws(StoreError) -> SearchResult {
    try guarded.read { state throws(StoreError) in InMemorySearch(query).run(over: state.notes.table.values) }
  }

  package func page(after id: NoteID?, limit: Int) async throws(StoreError) -> [Note] {
    try guarded.read { state throws(StoreError) in
      state.notes.table.values(after: id, limit: limit)
    }
  }

  package func tags() async throws(StoreError) -> [NoteStatistics.Count<Tag>] { try await statistics().tags }

  package func notebooks() async throws(StoreError) -> [NoteStatistics.Count<Notebook>] {
    try await statistics().notebooks
  }

  /// Returns statistics, in which ``NoteStatistics/storeBytes`` is 0.
  package func statistics() async throws(StoreError) -> NoteStatistics {
    try guarded.read { state throws(StoreError) in NoteStatistics(of: state.notes.table.values) }
  }

  package func insert(_ notes: [Note]) async throws(StoreError) {
    try guarded.change(.local, at: wallClock.now()) { state throws(StoreError) in
      for note in notes {
        guard state.notes[note.id] == nil else { throw .exists(note.id) }
        try state.write(note)
      }
    }
  }

  package func update(
    _ ids: [NoteID], change: @escaping @Sendable (inout Note) -> Void
  ) async throws(StoreError) -> NoteUpdates? {
    let now = wallClock.now()
    return try guarded.change(.local, at: now) { state throws(StoreError) in
      guard ids.allSatisfy({ state.notes[$0] != nil }) else { return nil }
      var updates: [NoteUpdate] = []
      for id in ids { if let update = try state.update(id, change) { updates.append(update) } }
      return try LinkMender.mend(&state, after: updates)
    }
  }

  package func update(
    together ids: [NoteID], change: @escaping @Sendable (inout [Note]) -> Void
  ) async throws(StoreError) -> NoteUpdates {
    let now = wallClock.now()
    return try guarded.change(.local, at: now) { state throws(StoreError) in
      let before = ids.compactMap { state.notes[$0] }
      var after = before
      change(&after)
      for note in after { try state.write(note) }
      let updates = zip(before, after).map { NoteUpdate(before: $0, after: $1) }
      return try LinkMender.mend(&state, after: updates, heir: after.first)
    }
  }

  package func upsert(
    _ note: Note, change: @escaping @Sendable (inout Note) -> Void
  ) async throws(StoreError) -> NoteUpdate? {
    let now = wallClock.now()
    return try guarded.change(.local, at: now) { state throws(StoreError) in
      let named = state.notes.table.values.filter { stored in
        stored.trashed == nil && stored.notebook == note.notebook
          && NoteName(note.title).map(stored.names.contains) ?? false
      }
      guard let found = named.max(by: { ($0.modified, $0.id) < ($1.modified, $1.id) }) else {
        guard state.notes[note.id] == nil else { throw .exists(note.id) }
        try state.write(note)
        return nil
      }
      let updates = [try state.update(found.id, change)].compactMap(\.self)
      return try LinkMender.mend(&state, after: updates).notes.first
    }
  }

  package func purge(_ ids: [NoteID]) async throws(StoreError) -> [NoteID] {
    let now = wallClock.now()
    return try guarded.change(nil, at: now) { state throws(StoreError) in
      let purged = ids.filter { id in
        guard state.notes[id]?.trashed != nil else { return false }
        state.purge(id)
        return true
      }
      state.recordPurge(of: purged.count, at: now)
      return purged
    }
  }

  package func notes(at places: Set<NotePlace>) async throws(StoreError) -> [Note] {
    try guarded.read { state throws(StoreError) in
      let notes = state.notes.table.values.filter { places.contains($0.place) }.sorted { $0.id < $1.id }
      return Dictionary(grouping: notes, by: \.place).values.flatMap { $0.count > 10 ? [] : $0 }
    }
  }

  package func notes(created times: Set<Timestamp>) async throws(StoreError) -> [Note] {
    try guarded.read { state throws(StoreError) in
      let listed = state.notes.table.values.filter { $0.trashed == nil && !$0.isArchived && times.contains($0.created) }
      return Dictionary(grouping: listed, by: \.created).sorted { $0.key < $1.key }
        .flatMap { $0.value.count > 10 ? [] : $0.value.sorted { $0.id < $1.id } }
    }
  }

  package func importRecords(paths: [String]) async throws(StoreError) -> [ImportRecord] {
    try guarded.read { state throws(StoreError) in
      let paths = Set(paths.map(PathKey.init))
      return state.records.values.filter { paths.contains(PathKey($0.path)) }
        .sorted { ($0.path, $0.directory) < ($1.path, $1.directory) }
    }
  }

  package func importRecords(of notes: [NoteID]) async throws(StoreError) -> [ImportRecord] {
    try guarded.read { state throws(StoreError) in
      state.records.values.filter { notes.contains($0.note) }
        .sorted { ($0.path, $0.directory) < ($1.path, $1.directory) }
    }
  }

  package func importedFolders() async throws(StoreError) -> [String] {
    try guarded.read { state throws(StoreError) in Set(state.records.keys.map(\.directory)).sorted() }
  }

  package func importedFiles(
    of directory: String, after path: String?, limit: Int
  ) async throws(StoreError) -> [ImportRecord] {
    try guarded.read { state throws(StoreError) in
      let files = state.records.values.filter { record in
        record.directory == directory && (path ?? "").utf8.lexicographicallyPrecedes(record.path.utf8)
      }
      return Array(files.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }.prefix(limit))
    }
  }

  package func replaceImportRecords(
    _ obsolete: [ImportRecord], with records: [ImportRecord]
  ) async throws(StoreError) {
    try guarded.change(nil, at: wallClock.now()) { state throws(StoreError) in
      for record in obsolete { state.records[ImportRecordKey(record)] = nil }
      for record in records { state.records[ImportRecordKey(record)] = record }
    }
  }

  package func store(_ items: [ImportItem]) async throws(StoreError) -> [NoteID] {
    try guarded.change(.imported, at: wallClock.now()) { state throws(StoreError) in
      var leftAlone: [NoteID] = []
      for item in items {
        if let record = item.record, let known = state.records[ImportRecordKey(record)], known.digest == record.digest,
          state.notes[known.note] != nil
        {
          continue
        }
        guard state.notes[item.note.id].map(ContentDigest.init(of:)) == item.replacing else {
          leftAlone.append(item.note.id)
          continue
        }
        if let conflict = item.conflict { try state.write(item.note, of: conflict) } else { try state.write(item.note) }
        if let merge = item.merge { state.mergings.append(merge) }
        if let conflict = item.conflict { state.conflicts.add(conflict) }
        if let obsolete = item.obsolete { state.records[ImportRecordKey(obsolete)] = nil }
        if let record = item.record { state.records[ImportRecordKey(record)] = record }
      }
      return leftAlone
    }
  }
}
