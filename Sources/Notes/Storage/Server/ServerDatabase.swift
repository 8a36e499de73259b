import GRDB
import NotesDomain

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
    lock = try ServerStoreLock(store: settings.path).share()
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
  func ask<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
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
