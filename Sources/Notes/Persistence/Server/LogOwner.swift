import GRDB
import NotesDisk
import NotesDomain

/// The record in the lock file of the files that belong together: a server's store, and the write-ahead log beside it.
///
/// SQLite applies any log that it finds beside a file. A log that belongs to another file, because one of the two was moved
/// or copied by hand, damages the store without an error. A server empties the log when it stops, so that this matters only
/// after a crash, or while a server runs.
struct LogOwner {
  let store: String
  /// The lock in whose file the record is; `nil` when nothing is checked or recorded.
  let lock: FileLock?

  /// Refuses a store with a log that was not written for it, unless the two fit together. Before SQLite opens the store.
  func check() throws {
    guard let lock, StoreFile(path: store).hasLog, lock.text != present else { return }
    let configuration: Configuration = {
      var configuration = Configuration()
      // A connection that may write would copy the log into the file when it closes.
      configuration.readonly = true
      return configuration
    }()
    let result = try? DatabaseQueue(path: store, configuration: configuration).read { database in
      try String.fetchOne(database, sql: "PRAGMA integrity_check(1)")
    }
    guard result == "ok" else {
      throw StoreError.corrupt(
        path: store,
        detail: "The log \(store)-wal belongs to another file: put that file back, or move the log away")
    }
  }

  /// Records the present files. Best effort: without a record the next start checks the store.
  func record() {
    guard let lock else { return }
    let present = present
    if lock.text != present { lock.text = present }
  }

  /// The numbers of the two files. Without that of their device, which may be another one after a restart of the machine.
  private var present: String {
    [store, store + "-wal"].map { path in StoreFile(path: path).identity.map { "\($0.number)" } ?? "-" }
      .joined(separator: " ")
  }
}
