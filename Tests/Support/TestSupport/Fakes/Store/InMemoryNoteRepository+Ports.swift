package import NotesDomain

extension InMemoryNoteRepository: SyncStore {
  package func write<Value: Sendable>(
    _ body: (any SyncTransaction) throws(StoreError) -> Value
  ) async throws(StoreError) -> Value {
    let time = wallClock.now()
    return try guarded.exclusively { () throws(StoreError) in
      do throws(StoreError) {
        let value = try body(InMemorySyncTransaction(store: guarded))
        guarded.step { state in _ = state.commit(.sync, at: time) }
        return value
      } catch {
        guarded.step { state in state.rollBack() }
        throw error
      }
    }
  }

  package func read<Value: Sendable>(
    _ body: (any SyncTransaction) throws(StoreError) -> Value
  ) async throws(StoreError) -> Value {
    try guarded.exclusively { () throws(StoreError) in
      defer { guarded.step { state in state.rollBack() } }
      return try body(InMemorySyncTransaction(store: guarded))
    }
  }

  package func recordSuccess(at time: Timestamp) async throws(StoreError) {
    try guarded.change(nil, at: time) { state throws(StoreError) in
      state.endChangeSet()
      guard var device = state.device.current else { return }
      device.lastSuccess = time
      state.save(device: device)
    }
  }
}

extension InMemoryNoteRepository: StoreObserver {
  package func changes() -> StoreChanges { guarded.feed.changes() }

  /// The number of those who are told of changes now.
  package var observerCount: Int { guarded.feed.consumerCount }
}

extension InMemoryNoteRepository: NoteHistory {
  /// Starts another run of the program, whose changes form a new set.
  ///
  /// Within one run, which is one command, consecutive changes of one kind form a set.
  package func beginRun() {
    guarded.force { state in state.closeChangeSet() }
  }

  package func endChangeSet() async { beginRun() }

  package func changeSets(before number: Int?, limit: Int) async throws(StoreError) -> [ChangeSet] {
    try guarded.read { state throws(StoreError) in state.history.changeSets(before: number, limit: limit) }
  }

  package func versions(of id: NoteID, limit: Int) async throws(StoreError) -> [NoteVersion] {
    try guarded.read { state throws(StoreError) in
      state.history.versions(of: id, current: state.notes[id], limit: limit)
    }
  }

  package func firstVersion<Value: Sendable>(
    of id: NoteID, limit: Int, _ body: (NoteVersion) -> Value?
  ) async throws(StoreError) -> Value? {
    for version in try await versions(of: id, limit: limit) {
      if let value = body(version) { return value }
    }
    return nil
  }

  package func revert(
    _ number: Int, decide: @escaping @Sendable (_ change: NoteChange, _ current: Note?) -> UndoStep
  ) async throws(StoreError) -> UndoResult {
    let time = wallClock.now()
    return try guarded.read { state throws(StoreError) in try state.revert(number, at: time, decide: decide) }
  }
}

extension InMemoryNoteRepository: ConflictStore {
  package func add(_ conflict: NoteConflict, copy: Note) async throws(StoreError) -> Note {
    try guarded.change(.local, at: wallClock.now()) { state throws(StoreError) in
      for earlier in state.conflicts.open where earlier.isOfSameEdit(as: conflict) {
        if let stored = state.notes[earlier.copy], stored.trashed == nil { return stored }
      }
      guard state.notes[copy.id] == nil else { throw .exists(copy.id) }
      try state.write(copy, of: conflict)
      state.conflicts.add(conflict)
      return copy
    }
  }

  /// Returns the unresolved conflicts, oldest first.
  package func conflicts() async throws(StoreError) -> [NoteConflict] {
    try guarded.read { state throws(StoreError) in state.conflicts.open }
  }

  package func settle(
    _ id: NoteConflict.ID, decide: @escaping @Sendable (ConflictSides) -> ConflictSides?
  ) async throws(StoreError) -> ConflictSettlement {
    let now = wallClock.now()
    return try guarded.read { state throws(StoreError) in
      do throws(StoreError) {
        let settlement = try state.settle(id, decide: decide)
        let hasChanges = !state.commit(.local, at: now).isEmpty
        guard case .settled(let sides, _) = settlement else { return settlement }
        return .settled(sides, changeSet: hasChanges ? state.history.newest : nil)
      } catch {
        state.rollBack()
        throw error
      }
    }
  }
}

extension InMemoryNoteRepository {
  /// The blobs with references from notes, restorable versions, sync items and
  /// conflicts.
  var keptBlobs: Set<BlobDigest> {
    let state = guarded.contents
    var notes = state.notes.table.values + state.history.notes
    notes += state.items.table.values.compactMap(\.base)
    for conflict in state.conflicts.all {
      notes += [conflict.base, conflict.theirs, conflict.ours].compactMap(\.self)
    }
    let staged = state.staged.table.values.map { (id: $0.id, payload: $0.payload) }
    let sent = state.batch.current?.changes.map { (id: $0.id, payload: $0.payload) } ?? []
    for item in staged + sent {
      guard let note = item.payload.flatMap({ try? NotePayload.decode($0, as: item.id) }) else { continue }
      notes.append(note)
    }
    return Set(notes.flatMap(\.blobs))
  }

  /// Returns whether a base version, which the vault holds, refers to a blob.
  func isInVault(_ digest: BlobDigest) -> Bool {
    guarded.contents.items.table.values.contains { $0.base?.blobs.contains(digest) == true }
  }
}
