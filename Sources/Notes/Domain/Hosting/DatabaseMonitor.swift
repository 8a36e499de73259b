/// The use of a server's database by this process, for its metrics.
package protocol DatabaseMonitor: Sendable {
  /// The present use; `nil` when the store is in this process.
  var use: DatabaseUse? { get }
}

/// The use of a database since this process started, and now.
package struct DatabaseUse: Sendable, Hashable {
  /// The number of open connections.
  package var connections = 0
  /// The number of open connections that are not in use.
  package var idle = 0
  /// The number of transactions that wait for a connection or for their vault.
  package var waiting = 0
  /// The number of round trips so far.
  package var trips = 0
  /// The number of transactions that ran again so far, after a conflict or a lost connection.
  package var retries = 0

  package init() {}
}
