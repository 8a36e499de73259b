import Core
import Foundation
import Synchronization

/// The notes in memory. It fulfills ``NoteStoreContract``, as the one in SQLite does.
package final class InMemoryNoteStore: NoteStore, SyncStore {
  private struct State {
    var notes: [Note.ID: SyncedNote] = [:]
    var cursor = 0
    var listeners: [UUID: AsyncStream<Void>.Continuation] = [:]
    var failure: StoreError?
  }

  private let state = Mutex(State())

  package init() {}

  /// Lets every call fail from now on; `nil` ends that.
  package func fail(_ error: StoreError?) { state.withLock { $0.failure = error } }

  private func reading<Value: Sendable>(_ body: (State) -> Value) throws(StoreError) -> Value {
    let (value, failure) = state.withLock { (body($0), $0.failure) }
    if let failure { throw failure }
    return value
  }

  private func writing<Value: Sendable>(_ body: (inout State) -> Value) throws(StoreError) -> Value {
    if let failure = state.withLock({ $0.failure }) { throw failure }
    let (value, listeners) = state.withLock { state in
      let value = body(&state)
      return (value, Array(state.listeners.values))
    }
    for listener in listeners { listener.yield() }
    return value
  }

  // MARK: NoteStore

  package func notes(matching query: String) async throws(StoreError) -> [Note] {
    try reading { state in
      state.notes.values.map(\.note).filter { !$0.content.isDeleted && $0.matches(query) }
        .sorted { ($1.modified, $0.id.uuidString) < ($0.modified, $1.id.uuidString) }
    }
  }

  package func note(_ id: Note.ID) async throws(StoreError) -> Note? {
    try reading { $0.notes[id]?.note }
  }

  package func update<Failure: Error>(
    _ id: Note.ID, _ change: @escaping @Sendable (Note?) throws(Failure) -> Note
  ) async throws(StoreError) -> Result<Note, Failure> {
    try writing { state in
      let result = Result { () throws(Failure) in try change(state.notes[id]?.note) }
      if case .success(let note) = result { state.notes[id, default: SyncedNote(note: note)].note = note }
      return result
    }
  }

  package func changes() -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let listener = UUID()
    continuation.onTermination = { [weak self] _ in self?.remove(listener) }
    state.withLock { $0.listeners[listener] = continuation }
    return stream
  }

  private func remove(_ listener: UUID) { state.withLock { _ = $0.listeners.removeValue(forKey: listener) } }

  /// The number of tasks that read ``changes()``.
  package var listenerCount: Int { state.withLock { $0.listeners.count } }

  // MARK: SyncStore

  package func pending() async throws(StoreError) -> [SyncedNote] {
    try reading { state in
      state.notes.values.filter(\.isPending).sorted { $0.note.id.uuidString < $1.note.id.uuidString }
    }
  }

  package func cursor() async throws(StoreError) -> Int { try reading { $0.cursor } }

  package func markSent(_ note: SyncedNote) async throws(StoreError) {
    try writing { state in
      if state.notes[note.note.id] == note { state.notes[note.note.id]?.sent = note.note.content }
    }
  }

  package func markAccepted(_ content: Note.Content, of id: Note.ID, number: Int) async throws(StoreError) {
    try writing { state in
      state.notes[id]?.base = SyncedNote.Base(content: content, number: number)
      state.notes[id]?.sent = nil
    }
  }

  package func receive(
    _ versions: [ServerVersion], merging merge: @escaping @Sendable (ServerVersion, SyncedNote?) -> [SyncedNote]
  ) async throws(StoreError) -> Int {
    try writing { state in
      var changed = 0
      for version in versions {
        let mine = state.notes[version.note]
        for note in merge(version, mine) {
          if note.note != mine?.note { changed += 1 }
          state.notes[note.note.id] = note
        }
      }
      state.cursor = max(state.cursor, versions.last?.number ?? 0)
      return changed
    }
  }
}
