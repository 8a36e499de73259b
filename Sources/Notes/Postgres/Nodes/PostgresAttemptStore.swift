import NotesDomain
import NotesHosting

/// The attempts with passwords that the nodes of a server share, in buckets that refill as time passes by the database's clock.
///
/// Whole numbers, which do not drift: an attempt is `window` units, of which a bucket gains `capacity` each millisecond.
struct PostgresAttemptStore: AttemptStore {
  let database: PostgresDatabase

  /// The time in milliseconds since 1970.
  private static let now = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"

  /// The level of the row `bucket` by now, for the capacity `$2` and the window `$3`.
  private static let refilled =
    "least($2 * $3, bucket.level + least(greatest(0, \(now) - bucket.touched), $3) * $2)"

  func consume(_ name: String, of limit: AttemptLimit) async throws(StoreError) -> Duration? {
    let (capacity, window) = (limit.capacity, limit.window.milliseconds)
    // Run again after a lost connection, it may use two attempts, which is better than none.
    return try await database.pool.run { connection in
      let parameters = Self.parameters(name, limit)
      var isConsumed = false
      // One statement is one transaction, so that attempts at the same time use different ones.
      try connection.send(
        """
        INSERT INTO bucket (name, level, touched, filled) VALUES ($1, $2 * $3 - $3, \(Self.now), \(Self.now) + $3)
        ON CONFLICT (name) DO UPDATE
        SET level = \(Self.refilled) - $3, touched = \(Self.now), filled = \(Self.now) + $3
        WHERE \(Self.refilled) >= $3
        RETURNING 1
        """, parameters
      ) { _ in isConsumed = true }
      // A bucket that was touched before the clock was set back would gain nothing until the clock is there again.
      try connection.send(
        """
        UPDATE bucket SET touched = \(Self.now), filled = \(Self.now) + $2 WHERE name = $1 AND touched > \(Self.now)
        """, [parameters[0], parameters[2]])
      // Buckets that are full by now: more than were added by this attempt.
      try connection.send(
        """
        DELETE FROM bucket WHERE name IN (
          SELECT name FROM bucket WHERE filled < \(Self.now) ORDER BY filled LIMIT 4 FOR UPDATE SKIP LOCKED)
        """)
      let level = try connection.first("SELECT \(Self.refilled) FROM bucket WHERE name = $1", parameters) { $0.int(0) }
      guard !isConsumed, let level else { return nil }
      return .milliseconds(max(0, window - level + capacity - 1) / capacity)
    }
  }

  func refund(_ name: String, of limit: AttemptLimit) async throws(StoreError) {
    // With a commit, which does not run again when its answer is lost: that would be an attempt too many.
    try await database.write { connection in
      try connection.send(
        """
        UPDATE bucket SET level = least($2 * $3, \(Self.refilled) + $3), touched = \(Self.now) WHERE name = $1
        """, Self.parameters(name, limit))
    }
  }

  private static func parameters(_ name: String, _ limit: AttemptLimit) -> [PostgresValue] {
    [.text("\(limit.kind) \(name)"), .integer(limit.capacity), .integer(limit.window.milliseconds)]
  }
}
