import Crypto
import GRDB
import NotesDomain
import NotesHosting

/// Maintenance of a server's SQLite file as a whole. Opens the file for each operation only.
struct SQLiteServerMaintenance: ServerMaintenance {
  let settings: ServerStoreSettings
  let randomness: any Randomness

  func statistics() async throws(MaintenanceError) -> ServerStatistics {
    try withStore { connection in
      var statistics = try connection.read { try $0.serverStatistics() }
      statistics.schema = ServerSchema().version
      statistics.storeBytes = StoreBackups.bytes(of: settings.path) + StoreBackups.bytes(of: settings.path + "-wal")
      return statistics
    }
  }

  func backUp(to path: String) async throws(MaintenanceError) {
    try StoreBackups.translated(at: path) {
      try StoreBackups(store: settings.path).create(at: path) { copy in
        try withStore { connection in
          try connection.withDatabase { database in
            // For stores of versions whose files could not shrink. Applies to the copy only.
            try database.execute(sql: "PRAGMA auto_vacuum = INCREMENTAL")
            try database.execute(sql: "VACUUM INTO ?", arguments: [copy])
          }
        }
      } verify: { _ in
      }
    }
  }

  func shrink() async throws(MaintenanceError) -> Int {
    try withStore { connection in
      let before = StoreBackups.bytes(of: settings.path)
      while try connection.write({ try $0.removeAbandonedPortion() }) {}
      var free = try connection.withDatabase { try $0.number("PRAGMA freelist_count") }
      while free > 0 {
        // 4 MB at a time, during which a server's writes wait.
        let rest = try connection.write { database in
          try database.execute(sql: "PRAGMA incremental_vacuum(512)")
          return try database.number("PRAGMA freelist_count")
        }
        guard rest < free else { break }
        free = rest
      }
      // The file is cut when the log is copied into it, now or by the server's next write.
      try connection.withDatabase { _ = try $0.checkpoint(.truncate) }
      return max(0, before - StoreBackups.bytes(of: settings.path))
    }
  }

  func restore(from path: String) async throws(MaintenanceError) -> String? {
    try StoreBackups.translated(at: path) {
      try StoreBackups(store: settings.path).restore(from: path, prepare: prepare).replaced
    }
  }

  func acceptRestored(keepingEpochs: Bool) async throws(MaintenanceError) -> Int {
    try withStore { connection in
      if keepingEpochs { return try connection.read { try $0.vaults().count } }
      return try connection.write { try beginEpochs(in: $0) }
    }
  }

  func migrate() async throws(MaintenanceError) -> (before: Int, after: Int) {
    let before = try StoreBackups.translated(at: settings.path) {
      guard StoreBackups.exists(settings.path) else { throw MaintenanceError.missing(path: settings.path) }
      // Read without opening the store, which migrates it.
      var configuration = Configuration()
      configuration.readonly = true
      return try DatabaseQueue(path: settings.path, configuration: configuration).read {
        try $0.number("PRAGMA user_version")
      }
    }
    return try withStore { _ in (before, ServerSchema().version) }
  }

  /// Begins an epoch in each vault, and returns their number.
  private func beginEpochs(in database: Database, recounting: Bool = false) throws -> Int {
    let vaults = try database.vaults()
    for vault in vaults {
      let transaction = try SQLiteServerTransaction(vault: vault, database: database)
      guard var state = try transaction.state() else { continue }
      state.beginEpoch(using: randomness)
      try transaction.save(state: state)
      if recounting { try transaction.recount() }
      try transaction.finish()
    }
    return vaults.count
  }

  /// Migrates a copy of a backup, begins an epoch in each vault, and merges its log into the file.
  private func prepare(_ path: String) throws {
    var copy = settings
    copy.path = path
    let connection = try StoreConnection(server: copy)
    try connection.withDatabase { database in
      try BackupCheck(database: database, path: path).checkSchema(ServerSchema())
      try checkBlobs(in: database, path: path)
    }
    // A backup that another program changed has other counts, on which the limits would depend.
    _ = try connection.write { try beginEpochs(in: $0, recounting: true) }
    try connection.withDatabase { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
    try connection.close()
  }

  /// Refuses a backup with a complete blob that does not match its digest. Reads all blobs: a second for each gigabyte or two.
  /// Notes have no digests, since the server does not read them.
  private func checkBlobs(in database: Database, path: String) throws {
    try database.statement("SELECT vault, id, digest FROM blob WHERE received = size").forEachRow([]) { row in
      var hash = SHA256()
      try database.statement("SELECT bytes FROM blob_chunk WHERE vault = ? AND blob = ? ORDER BY position")
        .forEachRow([.integer(row.integer(0)), .integer(row.integer(1))]) { chunk in
          hash.update(data: chunk.bytes(0))
          return true
        }
      guard hash.finalize().elementsEqual(row.bytes(2)) else {
        throw StoreError.corrupt(path: path, detail: "An attachment does not match its digest")
      }
      return true
    }
  }

  /// Opens the store for some steps. Does not create a missing one.
  private func withStore<Value>(_ body: (StoreConnection) throws -> Value) throws(MaintenanceError) -> Value {
    try StoreBackups.translated(at: settings.path) {
      guard StoreBackups.exists(settings.path) else { throw MaintenanceError.missing(path: settings.path) }
      let lock = try StoreLock(store: settings.path).acquireShared()
      defer { withExtendedLifetime(lock) {} }
      return try body(StoreConnection(server: settings, lockedBy: lock))
    }
  }
}

extension Database {
  /// Returns the vaults that a device has accessed, by name.
  func vaults() throws -> [VaultID] {
    try all("SELECT name FROM vault WHERE head IS NOT NULL ORDER BY name") { $0.text(0) }.compactMap(VaultID.init)
  }

  fileprivate func serverStatistics() throws -> ServerStatistics {
    func total(_ counter: String) throws -> Int { try number("SELECT coalesce(sum(\(counter)), 0) FROM vault") }
    return ServerStatistics(
      accounts: try number("SELECT count(*) FROM account"), devices: try number("SELECT count(*) FROM device"),
      vaults: try number("SELECT count(*) FROM vault WHERE head IS NOT NULL"), notes: try total("notes"),
      tombstones: try total("tombstones"), receipts: try total("receipts"), noteBytes: try total("payload_bytes"),
      blobs: try total("blobs"), blobBytes: try total("blob_bytes"))
  }
}
