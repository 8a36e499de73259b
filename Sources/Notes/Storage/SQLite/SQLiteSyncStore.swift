import GRDB
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

  func read<Value: Sendable>(
    _ body: (any SyncTransaction) throws(StoreError) -> Value
  ) async throws(StoreError) -> Value {
    let journal = try access.opened()
    return try journal.read { writer in
      try body(SQLiteSyncTransaction(writer: writer, path: journal.database.path))
    }
  }

  func remember(lastSuccess moment: Timestamp) async throws(StoreError) {
    let journal = try access.opened()
    journal.endSet()
    try journal.database.access { database in
      // The log is not brought to the disk for it. What is saved next takes it along.
      try database.execute(sql: "PRAGMA synchronous = NORMAL")
      defer { try? database.execute(sql: "PRAGMA synchronous = FULL") }
      try database.run("UPDATE sync_state SET last_success = ?", [.moment(moment)])
    }
  }
}
