/// What an operator does with a server's store as a whole.
package protocol ServerMaintenance: Sendable {
  /// How much the store keeps.
  func statistics() async throws(MaintenanceError) -> ServerStatistics

  /// Copies the store as it is at one moment, also while a server works on it. The copy has its name only once it is whole,
  /// checked, and on the disk.
  ///
  /// - Parameter path: The file to make; there must be none yet.
  func backUp(to path: String) async throws(MaintenanceError)

  /// Puts a backup in the store's place, and begins a new epoch in each of its vaults, so that devices notice. It takes
  /// effect at once or not at all. Nobody else may have the store open.
  ///
  /// - Parameter path: The backup, which stays as it is.
  /// - Returns: Where the replaced store is kept; `nil` when there was none.
  func restore(from path: String) async throws(MaintenanceError) -> String?
}

/// How much a server keeps.
package struct ServerStatistics: Sendable, Hashable {
  /// How many accounts.
  package var accounts: Int
  /// How many devices are signed in.
  package var devices: Int
  /// How many vaults that a device has asked for, those without an account included.
  package var vaults: Int
  /// How many notes, in all vaults.
  package var notes: Int
  /// How many tombstones.
  package var tombstones: Int
  /// How many receipts.
  package var receipts: Int
  /// How many bytes the notes have, as they are kept.
  package var noteBytes: Int
  /// How many blobs, those included of which only the beginning is there.
  package var blobs: Int
  /// How many bytes they have, or will have once all of them is there.
  package var blobBytes: Int
  /// The version of the store's tables.
  package var schema: Int
  /// How many bytes the store takes on the disk.
  package var storeBytes: Int

  /// Creates statistics.
  ///
  /// - Parameters:
  ///   - accounts: How many accounts.
  ///   - devices: How many devices are signed in.
  ///   - vaults: How many vaults.
  ///   - notes: How many notes.
  ///   - tombstones: How many tombstones.
  ///   - receipts: How many receipts.
  ///   - noteBytes: How many bytes the notes have.
  ///   - blobs: How many blobs.
  ///   - blobBytes: How many bytes they have.
  ///   - schema: The version of the store's tables.
  ///   - storeBytes: How many bytes the store takes on the disk.
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

/// Why something was not done with a server's store. Every case leaves the store as it was.
package enum MaintenanceError: Error, Sendable, Hashable {
  /// There is no such file.
  case missing(path: String)
  /// There is something of that name already.
  case exists(path: String)
  /// A server, or another command, has the store open.
  case inUse(path: String)
  /// The backup and the store are one file.
  case same(path: String)
  /// A file cannot be written, or read.
  case failed(path: String, reason: String)
  /// The store failed, or the backup.
  case store(StoreError)
}
