/// The operator's move of a server to another store, for example from a file to a database.
package protocol ServerStoreMover: Sendable {
  /// Copies everything into an empty store, and reads it back. The server's own store does not change. No server may use
  /// either of them.
  ///
  /// - Throws: ``MaintenanceError/occupied(path:)`` when the other store has accounts, and
  ///   ``MaintenanceError/different(path:detail:)`` when what was read back is not what is in the server's store.
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

/// The stores of a server, which are one file or one database.
package struct ServerStores: Sendable {
  package let vaults: any ServerStore
  package let accounts: any AccountStore
  package let audit: any AuditStore

  package init(vaults: any ServerStore, accounts: any AccountStore, audit: any AuditStore) {
    self.vaults = vaults
    self.accounts = accounts
    self.audit = audit
  }
}
