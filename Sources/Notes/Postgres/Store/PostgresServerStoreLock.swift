import NotesDomain
import NotesHosting
import Synchronization

/// The lock of a server's database, an advisory lock of the tables' schema.
///
/// Nodes share it on the connections by which they listen; one that has lost this connection is not ready while it does not get
/// its share back. Each transaction that writes has a share of its own, so that what a command or a node without such a connection
/// writes cannot be lost by a move. The exclusive one is that of a transaction, which also a pooler keeps on one connection of
/// PostgreSQL.
struct PostgresServerStoreLock: ServerStoreLock {
  let database: PostgresDatabase

  private var path: String { database.pool.address.name }

  func withLock<Value: Sendable>(
    _ body: @Sendable () async throws(MaintenanceError) -> Value
  ) async throws(MaintenanceError) -> Value {
    let connection: PostgresConnection
    do {
      connection = try PostgresConnection(database.directAddress)
      guard try connection.beginLocked() else { throw MaintenanceError.inUse(path: path) }
    } catch {
      throw translated(error)
    }
    database.holdsLock.store(true, ordering: .relaxed)
    defer { database.holdsLock.store(false, ordering: .relaxed) }
    do {
      let value = try await body()
      // Also finds out whether the connection, and the lock with it, was lost.
      try connection.rollBack()
      return value
    } catch {
      // Waits until the lock is released.
      try? connection.rollBack()
      throw translated(error)
    }
  }

  private func translated(_ error: any Error) -> MaintenanceError {
    (error as? MaintenanceError) ?? .store(StoreError(error, at: path))
  }
}

extension PostgresConnection {
  /// The two numbers of the lock, in SQL. The first is `nsrv` in ASCII, so that it is not taken for another program's.
  private static let lockKey = "\(0x6E73_7276), \(PostgresSchema.namespace)::oid::int"

  /// Takes a share of the lock for as long as the connection lasts. Returns `false` if a command has locked the database.
  func lockAsServer() throws -> Bool { try lock(by: "pg_try_advisory_lock_shared") }

  /// Adds the check of the store with a share of the lock until the end of the transaction. Where it fails, the statements after
  /// it are not executed.
  func sendStoreEntry() throws {
    try send("SELECT enter_store($1, \(Self.lockKey))", [.integer(PostgresSchema.version)])
  }

  /// Refuses a database that a command has locked.
  func checkIsNotLocked() throws {
    guard try lock(by: "pg_try_advisory_xact_lock_shared") else { throw PostgresError.locked }
  }

  /// Begins a transaction with the lock, and returns whether it was free. The transaction may last, since it keeps no
  /// snapshot.
  fileprivate func beginLocked() throws -> Bool {
    try begin()
    // The locks of a standby are not those of its primary, which servers may use.
    let isStandby = try first("SELECT pg_is_in_recovery()") { $0.bool(0) } == true
    if isStandby { throw PostgresError.refused(state: "25006", message: "a standby") }
    try send("SET LOCAL idle_in_transaction_session_timeout = 0")
    return try lock(by: "pg_try_advisory_xact_lock")
  }

  private func lock(by function: String) throws -> Bool {
    try first("SELECT \(function)(\(Self.lockKey))") { $0.bool(0) } == true
  }
}

extension PostgresError {
  /// The error of a server whose database a command has locked.
  static let locked = unreachable(detail: lockedDetail)
  static let lockedDetail = "a command has locked it, which moves it to another store"
}
