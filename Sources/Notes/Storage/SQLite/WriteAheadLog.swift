import CSQLite
import GRDB

/// Keeps the write-ahead log short, since it is not copied into the file when a connection closes.
///
/// Its length is what every later start pays: the first process to open the store reads the whole log. SQLite's own rule
/// (copy at 1000 pages, never shorten the file) would make each start read 16 MB, and after a large import all of it.
enum WriteAheadLog {
  /// Copy the log from this many pages on: 1 MB.
  private static let pagesToCopy: Int32 = 64
  /// Cut the log back to nothing from this many pages on, as large imports leave them.
  private static let pagesToCut: Int32 = 512

  static func keepShort(_ database: Database) {
    _ = sqlite3_wal_hook(
      database.sqliteConnection,
      { _, connection, name, pages in
        // A copy that another process stands in the way of is tried again after the next transaction.
        if pages >= WriteAheadLog.pagesToCut {
          sqlite3_wal_checkpoint_v2(connection, name, SQLITE_CHECKPOINT_TRUNCATE, nil, nil)
        } else if pages >= WriteAheadLog.pagesToCopy {
          sqlite3_wal_checkpoint_v2(connection, name, SQLITE_CHECKPOINT_PASSIVE, nil, nil)
        }
        return SQLITE_OK
      }, nil)
  }
}
