import Foundation
import GRDB
import NotesDomain

/// Maintenance of a server's SQLite file as a whole. Opens the file for each operation only.
struct SQLiteServerMaintenance: ServerMaintenance {
  let settings: ServerStoreSettings
  let randomness: any Randomness

  func statistics() async throws(MaintenanceError) -> ServerStatistics {
    try withStore { connection in
      var statistics = try connection.read { try $0.serverStatistics() }
      statistics.schema = ServerSchema().version
      statistics.storeBytes = bytes(of: settings.path) + bytes(of: settings.path + "-wal")
      return statistics
    }
  }

  func backUp(to path: String) async throws(MaintenanceError) {
    try translated(at: path) {
      guard !exists(path) else { throw MaintenanceError.exists(path: path) }
      guard !isReserved(path) else {
        throw MaintenanceError.failed(path: path, reason: "The store itself uses files of this name")
      }
      let copy = try StoreCopy(beside: path)
      defer { copy.remove() }
      try withStore { connection in
        try connection.withDatabase { database in
          // For stores of versions whose files could not shrink. Applies to the copy only.
          try database.execute(sql: "PRAGMA auto_vacuum = INCREMENTAL")
          try database.execute(sql: "VACUUM INTO ?", arguments: [copy.path])
        }
      }
      try copy.check(against: settings.path)
      try copy.publish(as: path)
    }
  }

  func shrink() async throws(MaintenanceError) -> Int {
    try withStore { connection in
      let before = bytes(of: settings.path)
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
      return max(0, before - bytes(of: settings.path))
    }
  }

  func restore(from path: String) async throws(MaintenanceError) -> String? {
    try translated(at: path) {
      guard exists(path) else { throw MaintenanceError.missing(path: path) }
      guard !isStore(path) else { throw MaintenanceError.sameFile(path: path) }
      let folder = settings.path.folderPath
      try SystemError.translated({ MaintenanceError.failed(path: folder, reason: $0.reason) }) {
        try PrivateFiles.makeFolder(folder)
      }
      let lock = try ServerStoreLock(store: settings.path).acquireExclusive()
      defer { withExtendedLifetime(lock) {} }
      let copy = try StoreCopy(of: path, beside: settings.path)
      defer { copy.remove() }
      // SQLite would take an empty file, such as an interrupted copy, for a new store.
      guard bytes(of: copy.path) > 0 else { throw StoreError.notAStore(path: path) }
      do { try prepare(copy.path) } catch { throw StoreError(error, at: path).withPath(path) }
      try copy.check(against: path)
      let replaced = try ReplacedStore(path: settings.path).setAside()
      PrivateFiles.give(copy.path, toOwnerOf: settings.path)
      try copy.replace(settings.path)
      return replaced
    }
  }

  func acceptRestored(keepingEpochs: Bool) async throws(MaintenanceError) -> Int {
    try withStore { connection in
      if keepingEpochs { return try connection.read { try $0.vaults().count } }
      return try connection.write { try beginEpochs(in: $0) }
    }
  }

  func migrate() async throws(MaintenanceError) -> (before: Int, after: Int) {
    let before = try translated(at: settings.path) {
      guard exists(settings.path) else { throw MaintenanceError.missing(path: settings.path) }
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
      let check = BackupCheck(database: database, path: path)
      try check.checkSchema()
      try check.checkBlobs()
    }
    // A backup that another program changed has other counts, on which the limits would depend.
    _ = try connection.write { try beginEpochs(in: $0, recounting: true) }
    try connection.withDatabase { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
    try connection.close()
  }

  /// Opens the store for some steps. Does not create a missing one.
  private func withStore<Value>(_ body: (StoreConnection) throws -> Value) throws(MaintenanceError) -> Value {
    try translated(at: settings.path) {
      guard exists(settings.path) else { throw MaintenanceError.missing(path: settings.path) }
      let lock = try ServerStoreLock(store: settings.path).acquireShared()
      defer { withExtendedLifetime(lock) {} }
      return try body(StoreConnection(server: settings, lockedBy: lock))
    }
  }

  /// Runs a closure and translates its errors, those of the store at a path among them.
  private func translated<Value>(at path: String, _ body: () throws -> Value) throws(MaintenanceError) -> Value {
    do {
      return try body()
    } catch let error as MaintenanceError {
      throw error
    } catch {
      throw .store(StoreError(error, at: path))
    }
  }

  private func exists(_ path: String) -> Bool { stat(of: path, followsLinks: false) != nil }

  private func bytes(of path: String) -> Int { Int(stat(of: path)?.st_size ?? 0) }

  /// Whether a path is that of a file which SQLite or the program keeps beside the store, and may remove.
  private func isReserved(_ path: String) -> Bool {
    let folders = [path, settings.path].map { StoreFile(path: $0.folderPath).identity }
    let names = ["-journal", "-wal", "-shm", ".lock", ".reserve"].map {
      URL(filePath: settings.path + $0).lastPathComponent
    }
    return folders[0] == folders[1] && names.contains(URL(filePath: path).lastPathComponent)
  }

  private func isStore(_ path: String) -> Bool {
    guard let identity = StoreFile(path: path).identity else { return false }
    return identity == StoreFile(path: settings.path).identity
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
