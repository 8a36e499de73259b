package import NotesDomain

extension InMemoryNoteRepository: SyncStore {
  /// Runs some steps in one transaction.
  package func write<Value: Sendable>(
    _ body: (any SyncTransaction) throws(StoreError) -> Value
  ) async throws(StoreError) -> Value {
    let moment = clock.now()
    return try guarded.exclusively { () throws(StoreError) in
      do throws(StoreError) {
        let value = try body(InMemorySyncTransaction(store: guarded))
        guarded.step { state in _ = state.commit(.sync, at: moment) }
        return value
      } catch {
        guarded.step { state in state.rollBack() }
        throw error
      }
    }
  }

  /// Runs some steps that see the store at one moment; should they change something, it is taken back.
  package func read<Value: Sendable>(
    _ body: (any SyncTransaction) throws(StoreError) -> Value
  ) async throws(StoreError) -> Value {
    try guarded.exclusively { () throws(StoreError) in
      defer { guarded.step { state in state.rollBack() } }
      return try body(InMemorySyncTransaction(store: guarded))
    }
  }

  /// Remembers when a sync came to its end; a device that never began one has nothing to remember it in.
  package func remember(lastSuccess moment: Timestamp) async throws(StoreError) {
    try guarded.change(nil, at: moment) { state throws(StoreError) in
      state.endChangeSet()
      guard var device = state.device.current else { return }
      device.lastSuccess = moment
      state.save(device: device)
    }
  }
}
