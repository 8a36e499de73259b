import GRDB
import NotesDomain
import WiringMacros

/// The open store of the notes; see ``StoreConnection``.
@Component(scope: .singleton)
final class NoteDatabase: Sendable {
  private let connection: StoreConnection

  /// Opens a store, and creates it when there is none.
  ///
  /// - Parameters:
  ///   - schema: What the tables look like.
  ///   - settings: Where the store is.
  init(schema: NoteSchema, settings: StoreSettings) throws(StoreError) {
    connection = try StoreConnection(
      schema: schema, path: settings.path, busyTimeoutMilliseconds: settings.busyTimeoutMilliseconds)
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
  ///
  /// - Parameters:
  ///   - isDurable: Whether to wait until the disk has it; otherwise it may be lost when the power fails, with nothing of
  ///     what came after it kept.
  ///   - body: The statements.
  func write<Value>(isDurable: Bool = true, _ body: (Database) throws -> Value) throws(StoreError) -> Value {
    try connection.write(isDurable: isDurable, body)
  }

  /// Runs some statements that all see the store at one moment, and change nothing.
  func read<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
    try connection.read(body)
  }
}
