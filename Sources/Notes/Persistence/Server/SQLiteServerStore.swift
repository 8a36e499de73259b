import GRDB
import NotesDomain
import NotesHosting

/// The vaults of a server in one SQLite file. See `Resources/schema/server` for the tables.
struct SQLiteServerStore: ServerStore {
  let database: ServerDatabase

  func write<Value: Sendable>(
    _ vault: VaultID, prefetching prefetch: ServerPrefetch,
    _ body: @escaping @Sendable (any ServerTransaction) throws -> Value
  ) async throws(StoreError) -> Value {
    try await database.write(to: vault) { connection in
      let transaction = try SQLiteServerTransaction(vault: vault, database: connection)
      let value = try body(transaction)
      try transaction.finish()
      return value
    }
  }

  func read<Value: Sendable>(
    _ vault: VaultID, prefetching prefetch: ServerPrefetch,
    _ body: @escaping @Sendable (any ServerTransaction) throws -> Value
  ) async throws(StoreError) -> Value {
    try database.read { connection in
      try body(SQLiteServerTransaction(vault: vault, database: connection))
    }
  }

  func vaults() async throws(StoreError) -> [VaultID] {
    try database.query { try $0.vaults() }
  }

  func health() async throws(StoreError) -> StoreHealth { try database.health() }

  func consolidate() async { database.consolidate() }
}
