import NotesDomain
import NotesHosting
import Wiring

/// Maintenance of a server's database as a whole. Its backups are PostgreSQL's own; see docs/self-hosting.md.
struct PostgresServerMaintenance: ServerMaintenance {
  let settings: PostgresSettings
  /// The database, which cannot be opened after it was restored.
  let opened: Lazy<PostgresDatabase>

  func statistics() async throws(MaintenanceError) -> ServerStatistics {
    try await translated {
      try await opened.value.query { connection in
        try connection.first(
          """
          SELECT (SELECT count(*) FROM account), (SELECT count(*) FROM device), count(head),
            coalesce(sum(notes), 0)::bigint, coalesce(sum(tombstones), 0)::bigint, coalesce(sum(receipts), 0)::bigint,
            coalesce(sum(payload_bytes), 0)::bigint, coalesce(sum(blobs), 0)::bigint,
            coalesce(sum(blob_bytes), 0)::bigint, (SELECT version FROM store),
            (SELECT sum(pg_total_relation_size(oid))::bigint FROM pg_class
             WHERE relkind = 'r' AND relnamespace = \(PostgresSchema.namespace))
          FROM vault
          """
        ) { row in
          ServerStatistics(
            accounts: row.int(0), devices: row.int(1), vaults: row.int(2), notes: row.int(3), tombstones: row.int(4),
            receipts: row.int(5), noteBytes: row.int(6), blobs: row.int(7), blobBytes: row.int(8), schema: row.int(9),
            storeBytes: row.int(10))
        } ?? ServerStatistics()
      }
    }
  }

  func backUp(to path: String) async throws(MaintenanceError) { throw unsupported("pg_dump --format=custom") }

  /// Removes what an interrupted removal left. The autovacuum of PostgreSQL makes the space of removed rows available again.
  func shrink() async throws(MaintenanceError) -> Int {
    try await translated {
      while try await opened.value.write({ try $0.removeAbandonedPortion() }) {}
      return 0
    }
  }

  func restore(from path: String) async throws(MaintenanceError) -> String? { throw unsupported("pg_restore") }

  /// Begins the epochs and accepts the database in one transaction, so that no vault is left without one.
  func acceptRestored(keepingEpochs: Bool) async throws(MaintenanceError) -> Int {
    try await translated {
      try await onConnection { connection in
        // It may be a dump of tables of an earlier version.
        try PostgresSchema.prepare(connection, creates: false, address: settings.name)
        try connection.begin()
        // Many vaults take long.
        try connection.liftTimeLimit()
        let vaults =
          try keepingEpochs
          ? connection.first("SELECT count(head) FROM vault") { $0.int(0) } ?? 0
          : connection.run(
            """
            UPDATE vault SET epochs = (epochs || gen_random_uuid())[greatest(1, cardinality(epochs) + 2 - $1):],
              epoch_heads = (epoch_heads || head)[greatest(1, cardinality(epochs) + 2 - $1):]
            WHERE head IS NOT NULL
            """, [.integer(VaultState.maximumEpochs)])
        try connection.acceptCluster()
        try connection.commit()
        return vaults
      }
    }
  }

  func migrate() async throws(MaintenanceError) -> (before: Int, after: Int) {
    try await translated {
      let before = try await onConnection { connection in
        try PostgresSchema.prepare(connection, creates: settings.createsStore, address: settings.name)
      }
      // Tables of a newer program stay as they are.
      return (before, max(before, PostgresSchema.version))
    }
  }

  /// Runs statements on a connection of their own, in which servers' checks were not made.
  private func onConnection<Value: Sendable>(
    _ body: @escaping @Sendable (PostgresConnection) throws -> Value
  ) async throws -> Value {
    let address = try PostgresAddress(settings.address, environment: settings.environment)
    return try await PostgresPool(address, limit: 1).run(body)
  }

  private func unsupported(_ tool: String) -> MaintenanceError {
    .unsupported(path: settings.name, tool: tool)
  }

  private func translated<Value>(_ body: () async throws -> Value) async throws(MaintenanceError) -> Value {
    do {
      return try await body()
    } catch {
      throw .store(StoreError(error, at: settings.name))
    }
  }
}
