import NotesDomain

/// What sync keeps, next to the notes.
struct SQLiteSyncStore: SyncStore {
  let access: JournalAccess

  func write<Value: Sendable>(
    _ body: (any SyncTransaction) throws(StoreError) -> Value
  ) async throws(StoreError) -> Value {
    let journal = try access.opened()
    return try journal.write(as: .sync) { writer in
      try body(SQLiteSyncTransaction(writer: writer, path: journal.database.path))
    }
  }
}
