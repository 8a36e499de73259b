import GRDB
import NotesDomain
import Synchronization

/// The open store of a server. Vaults and accounts share it, so that a change of both is one transaction.
///
/// One connection writes, on a thread of its own; others read. So whoever reads waits for nobody, and whoever writes keeps
/// no thread of the program's from its work while the disk, or another process that writes, is waited for.
final class ServerDatabase: Sendable {
  /// Where the store is, for its errors.
  let path: String
  private let writer: GroupCommit
  private let readers: ReaderPool
  /// Held as long as the store is open, so that nobody replaces its file meanwhile.
  private let lock: FileLock?

  /// Opens a server's file, and creates it when there is none.
  ///
  /// - Parameter settings: Where it is.
  init(settings: ServerStoreSettings) throws(StoreError) {
    lock = try ServerStoreLock(store: settings.path).acquireShared()
    let connection = try StoreConnection(server: settings, leavesTransactionsOpen: true)
    path = connection.path
    writer = GroupCommit(connection)
    let identity = connection.identity
    readers = try ReaderPool { () throws(StoreError) in
      let reader = try connection.reader(of: identity)
      try reader.access { try $0.execute(sql: "PRAGMA cache_size = -1024") }
      return reader
    }
  }

  /// Runs some statements in a transaction, and returns once the disk has what they did. Others may be in the same
  /// transaction; see ``GroupCommit``.
  ///
  /// - Parameter body: The statements. They run on the writer's thread, so they must be short.
  func write<Value: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws(StoreError) -> Value {
    try await writer.write(body)
  }

  /// Runs some statements that all see the store at one moment, and change nothing.
  func read<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
    try readers.read { connection throws(StoreError) in try connection.read(body) }
  }

  /// Runs one statement that changes nothing.
  func query<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
    try readers.read { connection throws(StoreError) in try connection.access(body) }
  }
}

extension StoreConnection {
  /// Opens a server's file, and creates it when there is none.
  ///
  /// - Parameters:
  ///   - settings: Where it is.
  ///   - leavesTransactionsOpen: Whether a transaction may go on from one ``access(_:)`` to the next.
  init(server settings: ServerStoreSettings, leavesTransactionsOpen: Bool = false) throws(StoreError) {
    try self.init(
      schema: ServerSchema(), path: settings.path, busyTimeoutMilliseconds: settings.busyTimeoutMilliseconds,
      leavesTransactionsOpen: leavesTransactionsOpen)
  }
}

/// The connections on which a server's store is read: each sees what was committed, whatever is being written meanwhile.
///
/// There are as many as were ever needed at once. A read neither waits nor is waited for, and runs on the thread of its
/// caller, so that there are never more than threads.
final class ReaderPool: Sendable {
  private let open: @Sendable () throws(StoreError) -> StoreConnection
  private let idle: Mutex<[StoreConnection]>

  /// Creates a pool with one connection, which most of the time is enough.
  ///
  /// - Parameter open: Opens a connection.
  init(open: @escaping @Sendable () throws(StoreError) -> StoreConnection) throws(StoreError) {
    self.open = open
    idle = Mutex([try open()])
  }

  /// Runs some statements on a connection that nobody else uses meanwhile.
  ///
  /// - Parameter body: What to read; it must not write.
  func read<Value>(
    _ body: (StoreConnection) throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    let connection = try take()
    defer { idle.withLock { $0.append(connection) } }
    return try body(connection)
  }

  private func take() throws(StoreError) -> StoreConnection {
    if let connection = idle.withLock({ $0.popLast() }) { return connection }
    return try open()
  }
}

/// Where a server keeps its vaults, and how patiently.
package struct ServerStoreSettings: Sendable, Hashable {
  /// The path of the server's file. It and its folders are created when missing, readable by nobody else.
  package var path: String
  /// How long to wait for another process that is writing, in milliseconds. Everybody who writes waits meanwhile, so that it
  /// is short: devices come back by themselves.
  package var busyTimeoutMilliseconds: Int

  /// Creates settings.
  ///
  /// - Parameters:
  ///   - path: The path of the server's file.
  ///   - busyTimeoutMilliseconds: How long to wait for another process that is writing.
  package init(path: String, busyTimeoutMilliseconds: Int = 500) {
    self.path = path
    self.busyTimeoutMilliseconds = busyTimeoutMilliseconds
  }
}

/// What the tables of a server look like, version by version.
struct ServerSchema: StoreSchema {
  /// `nsrv` in ASCII.
  let applicationID = 0x6E73_7276

  let layout = StoreLayout.oneLongRun

  let scripts = [
    PackageResources._001_server_sql, PackageResources._002_accounts_sql, PackageResources._003_blobs_sql,
    PackageResources._004_sizes_sql,
  ]
}
