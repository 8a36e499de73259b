package import NotesDomain

/// The maintenance of a server's store as a whole.
package protocol ServerMaintenance: Sendable {
  /// Returns the size of the store.
  func statistics() async throws(MaintenanceError) -> ServerStatistics

  /// Copies the store as it is at one time, also while a server uses it. The copy gets its name when it is complete,
  /// verified and durable. No file of that name may exist.
  func backUp(to path: String) async throws(MaintenanceError)

  /// Gives the space of removed contents back to the disk, in short steps between a server's writes. Returns the number of
  /// bytes. A file that an earlier version created does not shrink, unless it was restored from a backup of this version.
  func shrink() async throws(MaintenanceError) -> Int

  /// Replaces the store with a backup, atomically, and starts a new epoch in each of its vaults, so that devices
  /// notice. No other process may have the store open. The backup does not change.
  ///
  /// - Returns: The path of the replaced store; `nil` when there was none.
  func restore(from path: String) async throws(MaintenanceError) -> String?

  /// Begins an epoch in each vault, so that devices notice that the store may lack their last changes, and accepts a database
  /// that was restored, moved or promoted. Returns the number of vaults.
  ///
  /// - Parameter keepingEpochs: Whether to begin none, since nothing was lost: a synchronous standby was promoted.
  func acceptRestored(keepingEpochs: Bool) async throws(MaintenanceError) -> Int

  /// Brings the tables to the version of this program, as a server does when it starts. Returns the versions before and after.
  func migrate() async throws(MaintenanceError) -> (before: Int, after: Int)
}

/// The number of records and bytes in the store of a server.
package struct ServerStatistics: Sendable, Hashable {
  package var accounts: Int
  package var devices: Int
  /// The number of vaults that a device has accessed, including those without an account.
  package var vaults: Int
  package var notes: Int
  package var tombstones: Int
  package var receipts: Int
  /// The total size of the notes' payloads, in bytes.
  package var noteBytes: Int
  /// The number of blobs, including incomplete ones.
  package var blobs: Int
  /// The total size of the blobs in bytes, counting incomplete ones in full.
  package var blobBytes: Int
  package var schema: Int
  /// The size of the store on disk, in bytes.
  package var storeBytes: Int

  package init(
    accounts: Int = 0, devices: Int = 0, vaults: Int = 0, notes: Int = 0, tombstones: Int = 0, receipts: Int = 0,
    noteBytes: Int = 0, blobs: Int = 0, blobBytes: Int = 0, schema: Int = 0, storeBytes: Int = 0
  ) {
    self.accounts = accounts
    self.devices = devices
    self.vaults = vaults
    self.notes = notes
    self.tombstones = tombstones
    self.receipts = receipts
    self.noteBytes = noteBytes
    self.blobs = blobs
    self.blobBytes = blobBytes
    self.schema = schema
    self.storeBytes = storeBytes
  }
}

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
