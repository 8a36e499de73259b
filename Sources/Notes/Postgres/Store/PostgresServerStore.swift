import NotesDomain
import NotesHosting

/// The vaults of a server in PostgreSQL, which any number of processes share. See `Schema` for the tables.
struct PostgresServerStore: ServerStore {
  let database: PostgresDatabase

  /// Runs a transaction with the vault's row locked, in two round trips if its steps were foreseen.
  ///
  /// READ COMMITTED is enough, since every step after the lock sees what was committed before it.
  func write<Value: Sendable>(
    _ vault: VaultID, prefetching prefetch: ServerPrefetch,
    _ body: @escaping @Sendable (any ServerTransaction) throws -> Value
  ) async throws(StoreError) -> Value {
    try await database.pool.run(in: .vault(vault), isWrite: true) { connection in
      try database.beginWriting(on: connection)
      let transaction = PostgresServerTransaction(vault: vault, on: connection)
      try transaction.begin(prefetching: prefetch, locksVault: true)
      let value = try body(transaction)
      try transaction.finish()
      try connection.commit()
      return value
    }
  }

  /// Runs a transaction on a snapshot, in one round trip if its steps were foreseen; otherwise it begins again.
  func read<Value: Sendable>(
    _ vault: VaultID, prefetching prefetch: ServerPrefetch,
    _ body: @escaping @Sendable (any ServerTransaction) throws -> Value
  ) async throws(StoreError) -> Value {
    try await database.pool.run(in: .vault(vault), isRead: true) { connection in
      let mode = "ISOLATION LEVEL REPEATABLE READ READ ONLY"
      // A single statement is a snapshot of its own.
      let isOneStatement = prefetch == ServerPrefetch()
      let transaction = PostgresServerTransaction(vault: vault, on: connection)
      if !isOneStatement { try connection.begin(mode) }
      try transaction.begin(prefetching: prefetch, locksVault: false) {
        if !isOneStatement { try connection.send("COMMIT") }
      }
      transaction.hasEnded = true
      do {
        return try body(transaction)
      } catch is PostgresServerTransaction.Unforeseen {
        let transaction = PostgresServerTransaction(vault: vault, on: connection)
        try connection.begin(mode)
        try transaction.begin(prefetching: prefetch, locksVault: false)
        return try body(transaction)
      }
    }
  }

  func vaults() async throws(StoreError) -> [VaultID] {
    try await database.query { connection in
      try connection.all("SELECT name FROM vault WHERE head IS NOT NULL ORDER BY name") { $0.text(0) }
        .compactMap(VaultID.init)
    }
  }

  func health() async throws(StoreError) -> StoreHealth { try await database.health() }

  func consolidate() async {}
}
