import Core
import Foundation
import Synchronization

/// The notes in memory. It fulfills ``NoteStoreContract``, as the one in SQLite does.
package final class InMemoryNoteStore: NoteStore, SyncStore {
  private struct State {
    var notes: [Note.ID: SyncedNote] = [:]
    var cursor = 0
    var owner: Session?
    var listeners: [UUID: AsyncStream<Void>.Continuation] = [:]
    var failure: StoreError?
    var gate: AsyncStream<Void>?
    var replyGate: AsyncStream<Void>?
    /// The number of calls until the failure.
    var callsLeft = 0

    /// Counts a call, and returns the failure if it is due.
    mutating func failureOfNextCall() -> StoreError? {
      callsLeft -= 1
      return callsLeft < 0 ? failure : nil
    }
  }

  private let state = Mutex(State())

  package init() {}

  /// Lets the next update wait until the gate is opened by `yield()`.
  package func holdNextUpdate() -> AsyncStream<Void>.Continuation {
    let (gate, continuation) = AsyncStream<Void>.makeStream()
    state.withLock { $0.gate = gate }
    return continuation
  }

  /// Lets the next list of notes arrive late: as it was when it was asked for, once the gate is opened.
  package func holdNextList() -> AsyncStream<Void>.Continuation {
    let (gate, continuation) = AsyncStream<Void>.makeStream()
    state.withLock { $0.replyGate = gate }
    return continuation
  }

  /// Whether a list is on its way.
  package var isHoldingList: Bool { state.withLock { $0.replyGate == nil } }

  /// Whether an update waits.
  package var isHolding: Bool { state.withLock { $0.gate == nil } }

  /// Lets every call fail, after some that do not; `nil` ends that.
  package func fail(_ error: StoreError?, afterCalls calls: Int = 0) {
    state.withLock { ($0.failure, $0.callsLeft) = (error, calls) }
  }

  private func reading<Value: Sendable>(_ body: (State) -> Value) throws(StoreError) -> Value {
    let (value, failure) = state.withLock { (body($0), $0.failureOfNextCall()) }
    if let failure { throw failure }
    return value
  }

  private func writing<Value: Sendable>(_ body: (inout State) -> Value) throws(StoreError) -> Value {
    if let failure = state.withLock({ $0.failureOfNextCall() }) { throw failure }
    let (value, listeners) = state.withLock { state in
      let value = body(&state)
      return (value, Array(state.listeners.values))
    }
    for listener in listeners { listener.yield() }
    return value
  }

  // MARK: NoteStore

  package func notes(matching query: String) async throws(StoreError) -> [Note] {
    let notes = try reading { state in
      state.notes.values.map(\.note).filter { !$0.content.isDeleted && $0.matches(query) }
        .sorted { ($1.modified, $0.id.uuidString) < ($0.modified, $1.id.uuidString) }
    }
    if let gate = state.withLock({ $0.replyGate.take() }) { for await _ in gate { break } }
    return notes
  }

  package func note(_ id: Note.ID) async throws(StoreError) -> Note? {
    try reading { $0.notes[id]?.note }
  }

  package func update<Failure: Error>(
    _ id: Note.ID, _ change: @escaping @Sendable (Note?) throws(Failure) -> Note
  ) async throws(StoreError) -> Result<Note, Failure> {
    if let gate = state.withLock({ $0.gate.take() }) { for await _ in gate { break } }
    return try writing { state in
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

  package func claim(for session: Session) async throws(StoreError) -> Session {
    try writing { state in
      let owner = state.owner ?? session
      state.owner = owner
      return owner
    }
  }

  package func pending() async throws(StoreError) -> [SyncedNote] {
    try reading { state in
      state.notes.values.filter(\.isPending).sorted { $0.note.id.uuidString < $1.note.id.uuidString }
    }
  }

  package func cursor() async throws(StoreError) -> Int { try reading { $0.cursor } }

  package func markSent(_ note: SyncedNote) async throws(StoreError) -> Bool {
    try writing { state in
      guard state.notes[note.note.id] == note else { return false }
      state.notes[note.note.id]?.sent = note.note.content
      return true
    }
  }

  package func markAccepted(_ content: Note.Content, of id: Note.ID, number: Int) async throws(StoreError) {
    try writing { state in
      guard let note = state.notes[id], number > note.base?.number ?? 0 else { return }
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
