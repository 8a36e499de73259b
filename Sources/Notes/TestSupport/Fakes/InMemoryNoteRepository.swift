public import NotesDomain
import Synchronization

/// A store in memory that keeps every promise of ``NoteRepository``; ``NoteRepositoryContract`` runs over it too.
///
/// ```swift
/// let store = InMemoryNoteRepository()
/// try await store.insert([note])
/// store.failure = .diskFull(path: "/notes")  // every call throws this from now on
/// ```
public final class InMemoryNoteRepository: NoteRepository {
  private struct State {
    var notes: [NoteID: Note] = [:]
    var records: [RecordKey: ImportRecord] = [:]
    var failure: StoreError?
  }

  private struct RecordKey: Hashable {
    let directory: String
    let path: String
  }

  private let state: Mutex<State>

  /// Creates a store.
  ///
  /// - Parameter notes: What it holds.
  public init(_ notes: [Note] = []) {
    state = Mutex(State(notes: Dictionary(notes.map { ($0.id, $0) }, uniquingKeysWith: { $1 })))
  }

  /// What every call throws from now on; `nil` to work again.
  public var failure: StoreError? {
    get { state.withLock { $0.failure } }
    set { state.withLock { $0.failure = newValue } }
  }

  /// Every note, by id.
  public var all: [Note] {
    state.withLock { $0.notes.values.sorted { $0.id < $1.id } }
  }

  /// Changes a note at once, as another process does in the middle of something.
  ///
  /// - Parameters:
  ///   - id: The note; nothing happens when there is none.
  ///   - change: The change.
  public func change(_ id: NoteID, _ change: @Sendable (inout Note) -> Void) {
    state.withLock { state in
      guard var note = state.notes[id] else { return }
      change(&note)
      state.notes[id] = note
    }
  }

  /// The note with an id.
  public func note(_ id: NoteID) async throws(StoreError) -> Note? {
    try withState { state throws(StoreError) in state.notes[id] }
  }

  /// The notes with these ids, in the order of the ids.
  public func notes(_ ids: [NoteID]) async throws(StoreError) -> [Note] {
    try withState { state throws(StoreError) in ids.compactMap { state.notes[$0] } }
  }

  /// The ids that begin with a prefix, in ascending order.
  public func identifiers(matching prefix: NoteIDPrefix, limit: Int) async throws(StoreError) -> [NoteID] {
    try withState { state throws(StoreError) in
      Array(state.notes.keys.filter(prefix.range.contains).sorted().prefix(max(0, limit)))
    }
  }

  /// The shortest beginning of each id that no other id has.
  public func abbreviations(of ids: [NoteID]) async throws(StoreError) -> [NoteID: String] {
    try withState { state throws(StoreError) in
      let all = state.notes.keys.sorted()
      var abbreviations: [NoteID: String] = [:]
      for id in ids where state.notes[id] != nil {
        abbreviations[id] = id.abbreviated(among: all.filter { $0 != id })
      }
      return abbreviations
    }
  }

  /// The notes that a query selects, in its order.
  public func list(_ query: NoteQuery) async throws(StoreError) -> [NoteSummary] {
    try withState { state throws(StoreError) in
      let found = state.notes.values.map(\.summary).filter(query.selects).sorted(by: query.order.precedes)
      return Array(found.prefix(max(0, query.limit ?? found.count)))
    }
  }

  /// The notes that match; a match in the title counts most, then one in the tags, then one in the text.
  public func search(_ query: SearchQuery) async throws(StoreError) -> SearchResult {
    try withState { state throws(StoreError) in InMemorySearch(query).run(over: state.notes.values) }
  }

  /// The next notes in ascending order of id.
  public func page(after id: NoteID?, limit: Int) async throws(StoreError) -> [Note] {
    try withState { state throws(StoreError) in
      let rest = state.notes.values.filter { note in id.map { $0 < note.id } ?? true }
      return Array(rest.sorted { $0.id < $1.id }.prefix(max(0, limit)))
    }
  }

  /// How much there is; ``NoteStatistics/storeBytes`` is 0, since there is no file.
  public func statistics() async throws(StoreError) -> NoteStatistics {
    try withState { state throws(StoreError) in NoteStatistics(of: state.notes.values) }
  }

  /// Adds notes, all or none.
  public func insert(_ notes: [Note]) async throws(StoreError) {
    try withState { state throws(StoreError) in
      var next = state.notes
      for note in notes {
        guard next.updateValue(note, forKey: note.id) == nil else { throw .exists(note.id) }
      }
      state.notes = next
    }
  }

  /// Changes one note.
  public func update(
    _ id: NoteID, change: @escaping @Sendable (inout Note) -> Void
  ) async throws(StoreError) -> Note? {
    try withState { state throws(StoreError) in
      guard var note = state.notes[id] else { return nil }
      change(&note)
      state.notes[id] = note
      return note
    }
  }

  /// Removes for good those of the notes that lie in the trash.
  public func purge(_ ids: [NoteID]) async throws(StoreError) -> [NoteID] {
    try withState { state throws(StoreError) in
      ids.filter { id in
        guard state.notes[id]?.trashed != nil else { return false }
        state.notes[id] = nil
        return true
      }
    }
  }

  /// What is remembered of files.
  public func importRecords(paths: [String]) async throws(StoreError) -> [ImportRecord] {
    try withState { state throws(StoreError) in
      let paths = Set(paths)
      return state.records.values.filter { paths.contains($0.path) }
        .sorted { ($0.path, $0.directory) < ($1.path, $1.directory) }
    }
  }

  /// Writes imported notes with their records.
  public func store(_ items: [ImportItem]) async throws(StoreError) -> [NoteID] {
    try withState { state throws(StoreError) in
      var leftAlone: [NoteID] = []
      for item in items {
        let key = RecordKey(directory: item.record.directory, path: item.record.path)
        if state.records[key]?.digest == item.record.digest { continue }
        guard state.notes[item.note.id]?.modified == item.replacing else {
          leftAlone.append(item.note.id)
          continue
        }
        state.notes[item.note.id] = item.note
        state.records[key] = item.record
      }
      return leftAlone
    }
  }

  private func withState<Value: Sendable>(
    _ body: (inout sending State) throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    try state.withLock { state throws(StoreError) in
      if let failure = state.failure { throw failure }
      return try body(&state)
    }
  }
}
