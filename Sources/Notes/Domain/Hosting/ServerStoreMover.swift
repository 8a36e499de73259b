/// The operator's move of a server to another store, for example from a file to a database.
package protocol ServerStoreMover: Sendable {
  /// Copies everything into an empty store, and reads it back. The server's own store does not change.
  ///
  /// - Throws: ``MaintenanceError/inUse(path:)`` when a server uses one of them, ``MaintenanceError/occupied(path:)`` when the
  ///   other store has accounts, and ``MaintenanceError/different(path:detail:)`` when what was read back is not what is in
  ///   the server's store.
  func move() async throws(MaintenanceError) -> ServerMove
}

/// The numbers of what was copied to another store.
package struct ServerMove: Sendable, Hashable {
  package var accounts = 0
  package var devices = 0
  package var vaults = 0
  /// The number of notes and tombstones.
  package var items = 0
  package var blobs = 0

  package init() {}
}

/// The lock of a server's store, which every process that serves from it shares.
package protocol ServerStoreLock: Sendable {
  /// Runs a closure while no server that listens uses the store, and none can begin to. A server that has lost the connection
  /// by which it listens to the others, and its share of the lock with it, is not ready meanwhile.
  ///
  /// - Throws: The closure's error, or ``MaintenanceError/inUse(path:)`` when a server, or another holder of the lock, uses the
  ///   store.
  func withLock<Value: Sendable>(
    _ body: @Sendable () async throws(MaintenanceError) -> Value
  ) async throws(MaintenanceError) -> Value
}

/// The stores of a server, which are one file or one database, with their lock.
package struct ServerStores: Sendable {
  package let vaults: any ServerStore
  package let accounts: any AccountStore
  package let audit: any AuditStore
  package let lock: any ServerStoreLock

  package init(
    vaults: any ServerStore, accounts: any AccountStore, audit: any AuditStore, lock: any ServerStoreLock
  ) {
    self.vaults = vaults
    self.accounts = accounts
    self.audit = audit
    self.lock = lock
  }
}
