import CSQLite
import GRDB

/// Keeps the write-ahead log short, since it is not copied into the file when a connection closes.
///
/// Its length is what every later start pays: the first process to open the store reads the whole log. SQLite's own rule
/// copies at 1000 pages and leaves the log as long as it is; and since a process that writes once never sees that all was
/// copied before, it would copy again at each write, and append.
enum WriteAheadLog {
  /// Begins to watch the log of a connection.
  ///
  /// - Parameters:
  ///   - database: The connection.
  ///   - pages: From how many pages on the log is copied into the file, and cut back to nothing.
  ///   - busyTimeoutMilliseconds: The connection's patience, which is set aside meanwhile: nobody who has saved a note
  ///     shall wait for somebody who reads. What cannot be cut now is cut after another transaction.
  static func keepShort(_ database: Database, pages: Int32, busyTimeoutMilliseconds: Int) {
    // Both fit into the one word that SQLite hands back.
    let context = Int(pages) << 32 | busyTimeoutMilliseconds
    _ = sqlite3_wal_hook(
      database.sqliteConnection,
      { context, connection, name, pages in
        let context = Int(bitPattern: context)
        guard pages >= Int32(truncatingIfNeeded: context >> 32) else { return SQLITE_OK }
        sqlite3_busy_timeout(connection, 0)
        sqlite3_wal_checkpoint_v2(connection, name, SQLITE_CHECKPOINT_TRUNCATE, nil, nil)
        sqlite3_busy_timeout(connection, Int32(truncatingIfNeeded: context & 0x7FFF_FFFF))
        return SQLITE_OK
      }, UnsafeMutableRawPointer(bitPattern: context))
  }
}
