import Dispatch

/// A connection with its thread.
///
/// Unchecked: all state but `queue` is used only on the queue, by one block of ``PostgresPool`` at a time.
final class PostgresWorker: @unchecked Sendable {
  let queue = DispatchQueue(label: "notes.postgres")
  private var connection: PostgresConnection?
  /// The round trips of the present connection that were counted.
  private var countedTrips = 0
  /// The round trips of earlier connections that were not counted yet.
  private var lostTrips = 0

  var isConnected: Bool { connection != nil }

  /// Whether the server owes an answer, for which the caller does not wait any longer.
  var isOverdue: Bool { connection?.isOverdue == true }

  /// Runs statements on the connection, which is opened and prepared if there is none. Afterwards no transaction is open, unless
  /// the server owes an answer.
  func run<Value>(
    opening open: () throws -> PostgresConnection, preparing prepare: (PostgresConnection) throws -> Void,
    _ body: (PostgresConnection) throws -> Value
  ) throws -> Value {
    dispatchPrecondition(condition: .onQueue(queue))
    var isPrepared = self.connection != nil
    let connection = try self.connection ?? open()
    // Before it is prepared: a server that does not answer that owes an answer, too.
    self.connection = connection
    do {
      if !isPrepared { try prepare(connection) }
      isPrepared = true
      let value = try body(connection)
      try connection.rollBack()
      // Each connection would keep it, and a node has no budget for that. Connecting again is cheap beside such a message.
      if connection.hasLargeBuffer { close() }
      return value
    } catch {
      let isUsable = (error as? PostgresError)?.endsConnection != true && (try? connection.rollBack()) != nil
      if !(isUsable && isPrepared), !connection.isOverdue { close() }
      throw error
    }
  }

  /// Waits until the server has given the answer that it owes, and closes the connection.
  func settle() {
    dispatchPrecondition(condition: .onQueue(queue))
    connection?.awaitOverdueAnswer()
    close()
  }

  /// Returns the round trips since the last call.
  func takeTrips() -> Int {
    dispatchPrecondition(condition: .onQueue(queue))
    let present = connection?.trips ?? 0
    defer { (countedTrips, lostTrips) = (present, 0) }
    return present - countedTrips + lostTrips
  }

  private func close() {
    lostTrips += (connection?.trips ?? 0) - countedTrips
    (connection, countedTrips) = (nil, 0)
  }
}
