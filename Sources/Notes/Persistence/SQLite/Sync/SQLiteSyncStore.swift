import GRDB
import NotesDomain

/// What sync keeps, next to the notes.
struct SQLiteSyncStore: SyncStore {
  let access: LazyNoteDatabase

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
    journal.endChangeSet()
    try journal.database.access { database in
      // The log is not brought to the disk for it. What is saved next takes it along.
      try database.execute(sql: "PRAGMA synchronous = NORMAL")
      defer { try? database.execute(sql: "PRAGMA synchronous = FULL") }
      try database.run("UPDATE sync_state SET last_success = ?", [.timestamp(moment)])
    }
  }
}

/// The conflicts of sync, next to the notes.
struct SQLiteConflictStore: ConflictStore {
  let access: LazyNoteDatabase

  func conflicts() async throws(StoreError) -> [NoteConflict] {
    try access.opened().database.access { database in
      try database.all("SELECT copy, note, base, theirs, ours, met FROM conflict ORDER BY number") { row in
        let (copy, note) = (row.id(0), row.id(1))
        return NoteConflict(
          note: note, copy: copy, base: try row.optionalPayload(2, of: note), theirs: try row.payload(3, of: note),
          ours: try row.payload(4, of: note), met: row.timestamp(5))
      }
    }
  }

  func settle(_ id: NoteConflict.ID) async throws(StoreError) -> Bool {
    try access.opened().database.write { try $0.run("DELETE FROM conflict WHERE copy = ?", [.id(id)]) > 0 }
  }
}
