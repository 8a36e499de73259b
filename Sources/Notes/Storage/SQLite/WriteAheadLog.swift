import CSQLite
import GRDB

/// Keeps the write-ahead log short, since it is not copied into the file when a connection closes.
///
/// Its length is what every later start pays: the first process to open the store reads the whole log. SQLite's own rule
/// copies at 1000 pages and leaves the log as long as it is; and since a process that writes once never sees that all was
/// copied before, it would copy again at each write, and append.
enum WriteAheadLog {
  /// Copy the log into the file, and cut it back to nothing, from this many pages on: 1 MB, or a handful of notes.
  private static let longest: Int32 = 32

  /// Begins to watch the log of a connection.
  ///
  /// - Parameters:
  ///   - database: The connection.
  ///   - busyTimeoutMilliseconds: The connection's patience, which is set aside meanwhile: nobody who has saved a note
  ///     shall wait for somebody who reads. What cannot be cut now is cut after another transaction.
  static func keepShort(_ database: Database, busyTimeoutMilliseconds: Int) {
    _ = sqlite3_wal_hook(
      database.sqliteConnection,
      { timeout, connection, name, pages in
        guard pages >= WriteAheadLog.longest else { return SQLITE_OK }
        sqlite3_busy_timeout(connection, 0)
        sqlite3_wal_checkpoint_v2(connection, name, SQLITE_CHECKPOINT_TRUNCATE, nil, nil)
        sqlite3_busy_timeout(connection, Int32(truncatingIfNeeded: Int(bitPattern: timeout)))
        return SQLITE_OK
      }, UnsafeMutableRawPointer(bitPattern: busyTimeoutMilliseconds))
  }
}
