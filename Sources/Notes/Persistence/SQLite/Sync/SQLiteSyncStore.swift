import GRDB
import NotesDomain

/// The state of sync, in the file of the notes.
struct SQLiteSyncStore: SyncStore {
  let store: LazyNoteDatabase

  func write<Value: Sendable>(
    _ body: (any SyncTransaction) throws(StoreError) -> Value
  ) async throws(StoreError) -> Value {
    try store.opened().transaction(as: .sync) { transaction in
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

  func recordSuccess(at time: Timestamp) async throws(StoreError) {
    let database = try store.opened()
    database.endChangeSet()
    try database.connection.withDatabase { database in
      // Not worth a wait for the disk.
      _ = try database.withSynchronization(isDurable: false) {
        try database.run("UPDATE sync_state SET last_success = ?", [.timestamp(time)])
      }
    }
  }
}

/// The conflicts, in the file of the notes.
struct SQLiteConflictStore: ConflictStore {
  let store: LazyNoteDatabase

  func add(_ conflict: NoteConflict, copy: Note) async throws(StoreError) {
    try store.opened().transaction(as: .local) { transaction in
      try transaction.insert(copy, of: conflict)
      try transaction.database.record(conflict)
    }
  }

  func conflicts() async throws(StoreError) -> [NoteConflict] {
    try store.opened().connection.withDatabase { database in
      try database.all("SELECT copy, note, base, theirs, ours, met FROM conflict ORDER BY number") { row in
        let (copy, note) = (row.id(0), row.id(1))
        return NoteConflict(
          note: note, copy: copy, base: try row.optionalPayload(2, of: note), theirs: try row.payload(3, of: note),
          ours: try row.payload(4, of: note), detected: row.timestamp(5))
      }
    }
  }

  func markResolved(_ id: NoteConflict.ID) async throws(StoreError) -> Bool {
    try store.opened().connection.write { try $0.run("DELETE FROM conflict WHERE copy = ?", [.id(id)]) > 0 }
  }
}

extension Database {
  func record(_ conflict: NoteConflict) throws {
    try run(
      "INSERT OR REPLACE INTO conflict (copy, note, base, theirs, ours, met) VALUES (?, ?, ?, ?, ?, ?)",
      [
        .id(conflict.copy), .id(conflict.note), .payload(conflict.base), .payload(conflict.theirs),
        .payload(conflict.ours), .timestamp(conflict.detected),
      ])
  }
}
