public import NotesDomain

extension InMemoryNoteRepository: SyncStore {
  /// Runs some steps in one transaction.
  public func write<Value: Sendable>(
    _ body: (any SyncTransaction) throws(StoreError) -> Value
  ) async throws(StoreError) -> Value {
    let moment = clock.now()
    return try guarded.exclusively { () throws(StoreError) in
      do throws(StoreError) {
        let value = try body(InMemorySyncTransaction(store: guarded))
        try guarded.step { state throws(StoreError) in _ = state.commit(.sync, at: moment) }
        return value
      } catch {
        try guarded.step { state throws(StoreError) in state.rollBack() }
        throw error
      }
    }
  }
}
