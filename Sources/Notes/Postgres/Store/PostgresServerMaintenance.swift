import NotesDomain

/// Maintenance of a server's database as a whole. Its backups are PostgreSQL's own; see docs/self-hosting.md.
struct PostgresServerMaintenance: ServerMaintenance {
  let database: PostgresDatabase

  func statistics() async throws(MaintenanceError) -> ServerStatistics {
    try await translated {
      try await database.query { connection in
        try connection.first(
          """
          SELECT (SELECT count(*) FROM account), (SELECT count(*) FROM device), count(head),
            coalesce(sum(notes), 0)::bigint, coalesce(sum(tombstones), 0)::bigint, coalesce(sum(receipts), 0)::bigint,
            coalesce(sum(payload_bytes), 0)::bigint, coalesce(sum(blobs), 0)::bigint,
            coalesce(sum(blob_bytes), 0)::bigint, (SELECT version FROM store),
            (SELECT sum(pg_total_relation_size(oid))::bigint FROM pg_class
             WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace)
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

  /// Does nothing: the autovacuum of PostgreSQL makes the space of removed rows available again.
  func shrink() async throws(MaintenanceError) -> Int { 0 }

  func restore(from path: String) async throws(MaintenanceError) -> String? { throw unsupported("pg_restore") }

  private func unsupported(_ tool: String) -> MaintenanceError {
    .unsupported(path: database.pool.address.name, tool: tool)
  }

  private func translated<Value>(_ body: () async throws -> Value) async throws(MaintenanceError) -> Value {
    do {
      return try await body()
    } catch {
      throw .store(StoreError(error, at: database.pool.address.name))
    }
  }
}
