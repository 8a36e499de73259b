/// The maintenance of a device's store as a whole.
package protocol StoreMaintenance: Sendable {
  /// Copies the store as it is at one time, also while other commands use it. The copy gets its name when it is complete,
  /// verified and durable.
  ///
  /// - Parameter replacing: Whether the copy may replace a file of that name.
  func backUp(to path: String, replacing: Bool) async throws(MaintenanceError) -> StoreContents

  /// Replaces the store with a backup, atomically, and begins a new device in it; see
  /// ``SyncTransaction/continueAfterRestore(as:)``. No other process may have the store open. The backup does not change.
  func restore(from path: String) async throws(MaintenanceError) -> RestoredStore

  /// Removes from the store's files the remains of notes that were removed from the store: words in an index, and a log.
  /// Takes a second for 100,000 notes.
  func eraseRemains() async throws(MaintenanceError)

  /// Fills the indexes of the notes anew, and writes the file anew without unused space, in which texts of earlier versions of
  /// the program and attachments may remain. O(size of the store), and needs free space of twice that size.
  func rebuild() async throws(MaintenanceError)
}

/// The number of records in a store or in a copy of it.
package struct StoreContents: Sendable, Hashable {
  package var notes: Int
  /// The number of stored earlier versions of notes.
  package var versions: Int
  /// The number of complete attachments, which several notes may share.
  package var attachments: Int
  /// The attachments that do not match their digest. A damaged attachment concerns only the notes that have it.
  package var damaged: [BlobDigest]

  package init(notes: Int = 0, versions: Int = 0, attachments: Int = 0, damaged: [BlobDigest] = []) {
    self.notes = notes
    self.versions = versions
    self.attachments = attachments
    self.damaged = damaged
  }
}

/// The outcome of a restore.
package struct RestoredStore: Sendable, Hashable {
  package let contents: StoreContents
  /// The path of the store that was replaced, which is a backup now; `nil` when there was none.
  package let replaced: String?
  /// Whether the restored store has synced, so that the next sync receives what came after the backup.
  package let hasSynced: Bool

  package init(contents: StoreContents, replaced: String?, hasSynced: Bool) {
    self.contents = contents
    self.replaced = replaced
    self.hasSynced = hasSynced
  }
}

/// An error of maintaining the store of a device or of a server. In every case, the store is unchanged.
package enum MaintenanceError: Error, Sendable, Hashable {
  /// There is no such file.
  case missing(path: String)
  /// The file exists.
  case exists(path: String)
  /// A server or another command has the store open.
  case inUse(path: String)
  /// The backup is the store itself.
  case sameFile(path: String)
  /// A store that should be empty has accounts, or vaults of another server.
  case occupied(path: String)
  /// A copy differs from the store.
  case different(path: String, detail: String)
  /// The store is a database, for which PostgreSQL's own tool does it.
  case unsupported(path: String, tool: String)
  /// A file cannot be read or written.
  case failed(path: String, reason: String)
  /// The store or the backup failed.
  case store(StoreError)
}
