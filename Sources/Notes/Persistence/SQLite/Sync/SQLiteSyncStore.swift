import GRDB
import NotesDomain

/// The state of sync, in the file of the notes.
struct SQLiteSyncStore: SyncStore {
  let store: LazyNoteDatabase

  func write<Value: Sendable>(
    _ body: (any SyncTransaction) throws(StoreError) -> Value
  ) async throws(StoreError) -> Value {
    try await store.opened().transactionHere(as: .sync) { transaction in
      try body(SQLiteSyncTransaction(transaction: transaction, path: store.settings.path))
    }
  }

  func read<Value: Sendable>(
    _ body: (any SyncTransaction) throws(StoreError) -> Value
  ) async throws(StoreError) -> Value {
    try store.opened().snapshot { transaction in
      try body(SQLiteSyncTransaction(transaction: transaction, path: store.settings.path))
    }
  }

  func endChangeSet() async { try? store.opened().endChangeSet() }

  func recordSuccess(at time: Timestamp) async throws(StoreError) {
    let database = try store.opened()
    database.endChangeSet()
    // Not worth a wait for the disk.
    _ = try await database.write(isDurable: false) { database in
      try database.run("UPDATE sync_state SET last_success = ?", [.timestamp(time)])
    }
    database.changes.send(.sync)
    database.overwriteRemovedTexts()
  }
}
