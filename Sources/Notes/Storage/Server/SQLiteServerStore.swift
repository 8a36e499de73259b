import GRDB
import NotesDomain

/// The vaults of a server in one SQLite file. See `Resources/schema/server` for the tables.
struct SQLiteServerStore: ServerStore {
  let connection: StoreConnection

  /// Opens a server's file, and creates it when there is none.
  ///
  /// - Parameter settings: Where it is.
  init(settings: ServerStoreSettings) throws(StoreError) {
    connection = try StoreConnection(
      schema: ServerSchema(), path: settings.path, busyTimeoutMilliseconds: settings.busyTimeoutMilliseconds)
  }

  func write<Value: Sendable>(
    _ vault: VaultID, _ body: (any ServerTransaction) throws(StoreError) -> Value
  ) async throws(StoreError) -> Value {
    try connection.write { database in
      try body(SQLiteServerTransaction(vault: vault, database: database, path: connection.path))
    }
  }

  func read<Value: Sendable>(
    _ vault: VaultID, _ body: (any ServerTransaction) throws(StoreError) -> Value
  ) async throws(StoreError) -> Value {
    try connection.read { database in
      try body(SQLiteServerTransaction(vault: vault, database: database, path: connection.path))
    }
  }

  func vaults() async throws(StoreError) -> [VaultID] {
    try connection.access { database in
      try database.all("SELECT name FROM vault WHERE head IS NOT NULL ORDER BY name") { $0.text(0) }
        .compactMap(VaultID.init)
    }
  }
}
