import GRDB
import NotesDomain

/// The open store of a server; see ``StoreConnection``. Vaults and accounts share it, so that a change of both is one
/// transaction.
final class ServerDatabase: Sendable {
  private let connection: StoreConnection
  /// Held as long as the store is open, so that nobody replaces its file meanwhile.
  private let lock: FileLock?

  /// Opens a server's file, and creates it when there is none.
  ///
  /// - Parameter settings: Where it is.
  init(settings: ServerStoreSettings) throws(StoreError) {
    lock = try ServerStoreLock(store: settings.path).share()
    connection = try StoreConnection(
      schema: ServerSchema(), path: settings.path, busyTimeoutMilliseconds: settings.busyTimeoutMilliseconds)
  }

  /// Where the store is, for its errors.
  var path: String { connection.path }

  /// Runs some statements, with the errors of the store.
  ///
  /// - Parameter body: What to do; outside a transaction, unless it begins one.
  func access<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
    try connection.access(body)
  }

  /// Runs some statements in one transaction that nobody else writes beside.
  func write<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
    try connection.write(body)
  }

  /// Runs some statements that all see the store at one moment, and change nothing.
  func read<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
    try connection.read(body)
  }
}
