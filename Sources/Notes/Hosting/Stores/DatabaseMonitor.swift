package import NotesDomain

/// The use of a server's database by this process, for its metrics.
package protocol DatabaseMonitor: Sendable {
  /// The present use; `nil` when the store is in this process.
  var use: DatabaseUse? { get }

  /// Returns the events of the database, for one reader. The stream ends when its task is cancelled.
  func events() -> AsyncStream<DatabaseEvent>
}

/// A change in the way to a database, for the log.
package enum DatabaseEvent: Sendable, Hashable {
  /// The messages of other nodes are received from now on.
  case listening
  /// The messages of other nodes cannot be received. It is tried again until it succeeds.
  case listeningFailed(StoreError)
  /// Each role of the cluster may connect to the database: it could take the lock of the store, which stops all writes, and
  /// receive the messages of nodes.
  case openToAllRoles
  /// A message of this node to itself did not arrive, as if a pooler were in between.
  case messagesMissing
}

/// The use of a database since this process started, and now.
package struct DatabaseUse: Sendable, Hashable {
  /// The maximum number of open connections.
  package var limit = 0
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
  /// Whether transactions wait for a connection in vain.
  package var isStalled = false
  /// Whether the messages of other nodes are received.
  package var isListening = false
  /// The number of times so far that they could not be received any longer, or not yet.
  package var listenFailures = 0

  package init() {}
}
