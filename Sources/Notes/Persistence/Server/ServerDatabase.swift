import Foundation
import GRDB
import NotesDisk
import NotesDomain
import NotesHosting
import Synchronization

/// The open store of a server. Vaults and accounts share it, so that a change of both is one transaction.
///
/// One connection writes, on its own thread; others read. Readers wait for no writer, and writers that wait for the disk, or
/// for another process, block no thread of the concurrency runtime.
final class ServerDatabase: Sendable {
  private let path: String
  private let writer: GroupCommit
  private let readers: ReaderPool
  /// Held while the store is open, so that its file is not replaced.
  private let lock: FileLock?

  /// Opens a server's file, and creates it when it is missing.
  convenience init(settings: ServerStoreSettings) throws(StoreError) {
    let reserve = DiskReserve(store: settings.path)
    do throws(StoreError) {
      try self.init(opening: settings)
    } catch .diskFull where reserve.release() {
      // SQLite's shared memory needs space too.
      try self.init(opening: settings)
    }
    reserve.restore()
  }

  private init(opening settings: ServerStoreSettings) throws(StoreError) {
    let connection: StoreConnection
    (lock, connection, readers) = try StoreError.translated(at: settings.path) {
      try Self.checkPermissions(of: settings.path)
      let lock = try StoreLock(store: settings.path).acquireShared()
      let connection = try StoreConnection(server: settings, lockedBy: lock, leavesTransactionsOpen: true)
      let identity = connection.identity
      let readers = try ReaderPool {
        let reader = try connection.reader(of: identity)
        try reader.withDatabase { try $0.execute(sql: "PRAGMA cache_size = -1024") }
        return reader
      }
      return (lock, connection, readers)
    }
    path = connection.path
    writer = GroupCommit(connection)
  }

  /// Refuses a file of this user that every user may read or change. Group rights may be intended, and folders on volumes of
  /// containers often have all rights.
  private static func checkPermissions(of path: String) throws {
    guard let status = stat(of: path), status.st_mode & 0o006 != 0, status.st_uid == geteuid() else { return }
    throw StoreError.failed(
      path: path, detail: "All users can access it, which has passwords' hashes: chmod 600 \(path)")
  }

  /// Copies the log into the file, and empties it.
  func consolidate() { writer.emptyLog() }

  /// Checks whether the open file still has its name, and can be read, and whether the last write succeeded.
  func health() throws(StoreError) -> StoreHealth {
    try StoreError.translated(at: path) { try writer.checkFile() }
    _ = try query { try $0.number("PRAGMA user_version") }
    return writer.lastFailure.map(StoreHealth.readOnly) ?? .ready
  }

  /// Runs statements in a transaction of ``GroupCommit``, and returns when their changes are on the disk. They must be
  /// short, since they run on the writer's thread. The vault is `nil` for statements on accounts.
  ///
  /// - Parameter usesReserve: Whether the write, a small one that removes something, must succeed on a full disk.
  func write<Value: Sendable>(
    to vault: VaultID? = nil, usesReserve: Bool = false, _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws(StoreError) -> Value {
    do {
      return try await writer.write(to: vault, usesReserve: usesReserve, body)
    } catch {
      throw StoreError(error, at: path)
    }
  }

  /// Runs statements that read one snapshot of the store.
  func read<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
    try StoreError.translated(at: path) { try readers.read { try $0.read(body) } }
  }

  /// Runs one reading statement.
  func query<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
    try StoreError.translated(at: path) { try readers.read { try $0.withDatabase(body) } }
  }
}

extension ServerDatabase: ServerStoreLock {
  func withLock<Value: Sendable>(
    _ body: @Sendable () async throws(MaintenanceError) -> Value
  ) async throws(MaintenanceError) -> Value {
    // Without a lock in a folder that cannot be written, of which another user may.
    guard let lock else { throw .store(.readOnly(path: path)) }
    do {
      try lock.makeExclusive()
    } catch {
      throw error.code == EWOULDBLOCK ? .inUse(path: path) : .failed(path: path, reason: error.reason)
    }
    defer { lock.makeShared() }
    return try await body()
  }
}

extension StoreConnection {
  /// Opens a server's file, and creates it when it is missing. With a lock, also checks that the log beside the file belongs
  /// to it.
  init(
    server settings: ServerStoreSettings, lockedBy lock: FileLock? = nil, leavesTransactionsOpen: Bool = false
  ) throws(StoreError) {
    let log = LogOwner(store: settings.path, lock: lock)
    try StoreError.translated(at: settings.path) { try log.check() }
    try self.init(
      schema: ServerSchema(), path: settings.path, busyTimeout: settings.busyTimeout,
      leavesTransactionsOpen: leavesTransactionsOpen)
    log.record()
  }
}

/// The reading connections of a server's store. Each reads the committed state, regardless of writes.
///
/// The pool grows to the number of concurrent reads. A read runs on the thread of its caller and never waits, so that there
/// are at most as many connections as threads.
final class ReaderPool: Sendable {
  private let open: @Sendable () throws -> StoreConnection
  private let idle: Mutex<[StoreConnection]>

  /// Creates a pool with one connection, which is enough most of the time.
  init(open: @escaping @Sendable () throws -> StoreConnection) throws {
    self.open = open
    idle = Mutex([try open()])
  }

  /// Runs reading statements on a connection for their exclusive use.
  func read<Value>(_ body: (StoreConnection) throws -> Value) throws -> Value {
    let connection = try idle.withLock({ $0.popLast() }) ?? open()
    defer { idle.withLock { $0.append(connection) } }
    return try body(connection)
  }
}

/// The path of a server's file, and the busy timeout.
package struct ServerStoreSettings: Sendable, Hashable {
  /// The path of the server's file. It and its folders are created when missing, readable by their owner only.
  package var path: String
  /// The time to wait for another process that is writing. Short, since all writes wait meanwhile, and
  /// devices retry.
  package var busyTimeout: Duration

  /// Creates settings.
  package init(path: String, busyTimeout: Duration = .milliseconds(500)) {
    self.path = path
    self.busyTimeout = busyTimeout
  }
}

/// The tables of a server, version by version.
struct ServerSchema: StoreSchema {
  /// `nsrv` in ASCII.
  let applicationID = 0x6E73_7276

  let layout = StoreLayout.oneLongRun

  let scripts = [
    PackageResources._001_server_sql, PackageResources._002_accounts_sql, PackageResources._003_blobs_sql,
    PackageResources._004_sizes_sql, PackageResources._005_counters_sql, PackageResources._006_audit_sql,
  ]
}
