import GRDB
import NotesDisk
import NotesDomain
import NotesHosting

/// The log of a server's accounts, in the same SQLite file as the accounts.
struct SQLiteAuditStore: AuditStore {
  let database: ServerDatabase

  func append(_ entries: [AuditEntry], limits: AuditLimits) async throws(StoreError) {
    try await database.write { connection in
      for entry in entries { try add(entry, connection) }
      for (period, limit) in [("IS NULL", limits.entries), ("IS NOT NULL", limits.refusals)] {
        try connection.run(
          Self.removal(period), [.integer(Int64(limit)), .integer(Int64(AuditLimits.kept(of: limit)))])
      }
    }
  }

  func entries(limit: Int, of account: AccountName?) async throws(StoreError) -> [AuditEntry] {
    try database.query { connection in
      try connection.all(
        """
        SELECT time, event, account, peer, device, occurrences FROM audit
        WHERE ?1 = '' OR account = ?1 ORDER BY time DESC, number DESC LIMIT ?2
        """, [.text(account?.text ?? ""), .integer(Int64(limit))]
      ) { row in
        AuditEntry(
          time: row.timestamp(0),
          event: AuditEvent(
            try row.value(1, of: "kind of an event", AuditEvent.Kind.init(rawValue:)),
            account: AccountName(row.text(2)),
            peer: Self.optional(row.text(3)), device: Self.optional(row.text(4))), count: Int(row.integer(5)))
      }
    }
  }

  private func add(_ entry: AuditEntry, _ connection: Database) throws {
    try connection.run(
      """
      INSERT INTO audit (time, event, account, peer, device, occurrences, period) VALUES (?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (period, event, account, peer, device) WHERE period IS NOT NULL
      DO UPDATE SET time = max(time, excluded.time), occurrences = occurrences + excluded.occurrences
      """,
      [
        .timestamp(entry.time), .text(entry.event.kind.rawValue), .text(entry.event.account?.text ?? ""),
        .text(entry.event.peer ?? ""), .text(entry.event.device ?? ""), .integer(Int64(entry.count)),
        entry.period.map(SQLValue.integer) ?? .null,
      ])
  }

  /// Returns the statement that removes entries of one of the two kinds: those with the most newer ones of their account.
  private static func removal(_ period: String) -> String {
    """
    DELETE FROM audit WHERE number IN (
      SELECT number FROM audit
      WHERE period \(period) AND (SELECT count(*) FROM audit WHERE period \(period)) > ?1
      ORDER BY row_number() OVER (PARTITION BY account ORDER BY number DESC), number DESC LIMIT -1 OFFSET ?2)
    """
  }

  private static func optional(_ text: String) -> String? { text.isEmpty ? nil : text }
}
