import GRDB
import NotesDomain
import Synchronization

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
