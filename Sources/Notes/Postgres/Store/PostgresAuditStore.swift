import NotesDomain
import NotesHosting

/// The log of a server's accounts, in the same database as the accounts.
struct PostgresAuditStore: AuditStore {
  let database: PostgresDatabase

  func append(_ entries: [AuditEntry], limits: AuditLimits) async throws(StoreError) {
    try await database.write { connection in
      for entry in entries { try send(entry, on: connection) }
      for (period, limit) in [("IS NULL", limits.entries), ("IS NOT NULL", limits.refusals)] {
        try connection.send(Self.removal(period), [.integer(limit), .integer(AuditLimits.kept(of: limit))])
      }
    }
  }

  func entries(limit: Int, of account: AccountName?) async throws(StoreError) -> [AuditEntry] {
    try await database.query { connection in
      try connection.all(
        """
        SELECT time, event, account, peer, device, occurrences FROM audit
        WHERE $1 = '' OR account = $1 ORDER BY time DESC, number DESC LIMIT $2
        """, [.text(account?.text ?? ""), .integer(limit)]
      ) { row in
        AuditEntry(
          time: row.timestamp(0),
          event: AuditEvent(
            try row.value(1, of: "kind of an event", AuditEvent.Kind.init(rawValue:)),
            account: AccountName(row.text(2)), peer: Self.optional(row.text(3)), device: Self.optional(row.text(4))),
          count: row.int(5))
      }
    }
  }

  /// Adds the statement for an entry. An event that is in the log already was sent before, and the answer was lost.
  private func send(_ entry: AuditEntry, on connection: PostgresConnection) throws {
    try connection.send(
      """
      INSERT INTO audit (time, event, account, peer, device, occurrences, period)
      SELECT $1, $2, $3, $4, $5, $6, $7 WHERE $7 IS NOT NULL OR NOT EXISTS (
        SELECT FROM audit
        WHERE time = $1 AND event = $2 AND account = $3 AND peer = $4 AND device = $5 AND period IS NULL)
      ON CONFLICT (period, event, account, peer, device) WHERE period IS NOT NULL
      DO UPDATE SET time = greatest(audit.time, excluded.time),
        occurrences = audit.occurrences + excluded.occurrences
      """,
      [
        .timestamp(entry.time), .text(entry.event.kind.rawValue), .text(entry.event.account?.text ?? ""),
        .text(entry.event.peer ?? ""), .text(entry.event.device ?? ""), .integer(entry.count),
        .integer(entry.period),
      ])
  }

  /// Returns the statement that removes entries of one of the two kinds: those with the most newer ones of their account.
  private static func removal(_ period: String) -> String {
    """
    DELETE FROM audit WHERE number IN (
      SELECT number FROM audit
      WHERE period \(period) AND (SELECT count(*) FROM audit WHERE period \(period)) > $1
      ORDER BY row_number() OVER (PARTITION BY account ORDER BY number DESC), number DESC OFFSET $2)
    """
  }

  private static func optional(_ text: String) -> String? { text.isEmpty ? nil : text }
}
