import CSQLite
import GRDB
import NotesDomain

/// An open SQLite file: one connection, its transactions, and the translation of its errors.
///
/// A queue rather than a pool: a command does one thing and ends, and a pool opens a writer and a reader, which reads the
/// schema twice. Other processes still read while this one writes, because of the write-ahead log.
///
/// Calls run on the thread of their caller, which ``NoteDatabase`` leaves for the pool of threads in a program that stays. They take
/// microseconds, or one `fsync`. The wait for another process that writes, which may take seconds, holds no thread.
struct StoreConnection: Sendable {
  private let queue: DatabaseQueue
  private let file: StoreFile
  private let opener: StoreOpener
  private let access: StoreOpener.Access

  /// The path of the file, as SQLite accepts it.
  var path: String { file.path }
}

extension StoreConnection {
  /// Opens a store, and creates it when it is missing. A file that is no store, or one of a newer version, is not changed.
  ///
  /// - Parameters:
  ///   - schema: The tables of the store.
  ///   - path: The path of the file.
  ///   - busyTimeout: The time to wait for another process that is writing.
  ///   - leavesTransactionsOpen: Whether a transaction may extend over several calls of ``withDatabase(_:)``.
  init(
    schema: any StoreSchema, path: String, busyTimeout: Duration, leavesTransactionsOpen: Bool = false
  ) throws(StoreError) {
    let file = StoreFile(store: path)
    let path = file.path
    try StoreError.translated(at: path) { try file.createIfMissing() }
    let opener = StoreOpener(
      schema: schema, busyTimeout: busyTimeout, leavesTransactionsOpen: leavesTransactionsOpen)
    let (queue, access) = try opener.open(file)
    self.init(queue: queue, file: file, opener: opener, access: access)
  }

  /// Opens a store without rows in memory, for reading, in place of a file that does not exist.
  init(emptyStoreOf schema: any StoreSchema, path: String) throws(StoreError) {
    let opener = StoreOpener(schema: schema, busyTimeout: .zero, leavesTransactionsOpen: false)
    let queue = try opener.openEmptyStore(for: path)
    self.init(queue: queue, file: StoreFile(path: path), opener: opener, access: .readOnly)
  }

  /// Opens another connection to the same file for reading. Creates and migrates nothing. The path may name another file by
  /// now, which has another identity.
  func reader(of identity: StoreFile.Identity?) throws -> StoreConnection {
    let queue = try opener.reopen(file, access)
    guard file.identity == identity else { throw StoreError.replaced(path: path) }
    return StoreConnection(queue: queue, file: file, opener: opener, access: access)
  }

  /// The identity of the file at the store's path, which is the open file unless that was replaced.
  var identity: StoreFile.Identity? { file.identity }

  /// Returns whether the name of the open file leads to another one by now, or to none.
  func isReplaced(since identity: StoreFile.Identity) -> Bool { file.isReplaced(since: identity) }

  /// Closes the store, which must not be used afterwards. Otherwise it is closed with its last reference.
  func close() throws { try queue.close() }

  func limitCache(kilobytes: Int) throws(StoreError) {
    try withDatabase { try $0.execute(sql: "PRAGMA cache_size = -\(kilobytes)") }
  }

  /// Runs statements outside a transaction, unless `body` begins one.
  func withDatabase<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
    try StoreError.translated(at: path) { try queue.writeWithoutTransaction(body) }
  }

  /// Runs statements in a transaction, which an error rolls back. No other process writes meanwhile.
  ///
  /// - Parameter isDurable: Whether to wait until the transaction is on the disk. Otherwise a power failure may undo it,
  ///   together with all later transactions.
  func write<Value>(isDurable: Bool = true, _ body: (Database) throws -> Value) throws(StoreError) -> Value {
    try withDatabase { database in
      try database.withSynchronization(isDurable: isDurable) {
        try begin(database)
        return try finish(database, body)
      }
    }
  }

  /// Runs statements in a transaction, as the synchronous form does. While another process writes, the wait holds no thread.
  ///
  /// A task that is cancelled waits as well: what was asked for is written, as it would be if no other process wrote.
  func write<Value>(
    isDurable: Bool = true, _ body: (Database) throws -> Value
  ) async throws(StoreError) -> Value {
    let deadline = ContinuousClock.now + opener.busyTimeout
    var wait = Duration.milliseconds(1)
    while true {
      let isLast = ContinuousClock.now >= deadline
      if let result = try attempt(isDurable: isDurable, body) { return result }
      guard !isLast else { throw .locked(path: path) }
      // In a task of its own, which is not cancelled.
      await Task { [wait] in try? await Task.sleep(for: wait) }.value
      wait = min(wait * 2, .milliseconds(50))
    }
  }

  /// Runs statements in a transaction; `nil` without running them while another process writes.
  private func attempt<Value>(
    isDurable: Bool, _ body: (Database) throws -> Value
  ) throws(StoreError) -> Value? {
    try withDatabase { database in
      try database.withSynchronization(isDurable: isDurable) {
        sqlite3_busy_timeout(database.sqliteConnection, 0)
        defer { sqlite3_busy_timeout(database.sqliteConnection, Int32(clamping: opener.busyTimeout.milliseconds)) }
        do {
          try begin(database)
        } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
          return nil
        }
        return try finish(database, body)
      }
    }
  }

  /// Runs statements in the transaction that has begun, and commits it.
  private func finish<Value>(_ database: Database, _ body: (Database) throws -> Value) throws -> Value {
    do {
      let value = try body(database)
      try database.commit()
      return value
    } catch {
      // The first error is the cause; SQLite may have rolled back already.
      try? database.rollback()
      throw error
    }
  }

  /// Begins a transaction that excludes other writers.
  ///
  /// Refuses a store that a newer program migrated after it was opened: this program's rows would lack columns.
  func begin(_ database: Database) throws {
    try database.beginTransaction(.immediate)
    do {
      try opener.schema.check(opener.schema.version(of: database), path: path)
    } catch {
      try? database.rollback()
      throw error
    }
  }

  /// Runs statements that read one snapshot of the store. Their changes are rolled back.
  func read<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
    try withDatabase { database in
      // Cached statements: preparing these two would cost as much as a short query.
      try database.run("BEGIN DEFERRED")
      defer { _ = try? database.run("ROLLBACK") }
      return try body(database)
    }
  }
}

extension StoreError {
  /// Returns the error of an open store whose file was removed, or whose name another file has. What is written to it is lost.
  static func replaced(path: String) -> StoreError {
    .failed(path: path, detail: "Its file was removed or replaced while it was open; restart this program")
  }
}

extension Database {
  /// Runs statements whose commits wait for the disk, or do not. The next durable commit writes the others to the disk too.
  func withSynchronization<Value>(isDurable: Bool, _ body: () throws -> Value) throws -> Value {
    if !isDurable { try execute(sql: "PRAGMA synchronous = NORMAL") }
    defer { if !isDurable { try? execute(sql: "PRAGMA synchronous = FULL") } }
    return try body()
  }
}
