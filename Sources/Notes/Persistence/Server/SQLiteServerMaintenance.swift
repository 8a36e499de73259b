import Foundation
import GRDB
import NotesDomain

/// Maintenance of a server's SQLite file as a whole. Opens the file for each operation only.
struct SQLiteServerMaintenance: ServerMaintenance {
  let settings: ServerStoreSettings
  let randomness: any Randomness

  func statistics() async throws(MaintenanceError) -> ServerStatistics {
    try withStore { connection throws(StoreError) in
      var statistics = try connection.read { try $0.serverStatistics() }
      statistics.schema = ServerSchema().version
      statistics.storeBytes = bytes(of: settings.path) + bytes(of: settings.path + "-wal")
      return statistics
    }
  }

  func backUp(to path: String) async throws(MaintenanceError) {
    guard !exists(path) else { throw .exists(path: path) }
    let copy = try StoreCopy(beside: path)
    defer { copy.remove() }
    try withStore { connection throws(StoreError) in
      try connection.access { try $0.execute(sql: "VACUUM INTO ?", arguments: [copy.path]) }
    }
    try copy.check(against: settings.path)
    try copy.publish(as: path)
  }

  func restore(from path: String) async throws(MaintenanceError) -> String? {
    guard exists(path) else { throw .missing(path: path) }
    guard !isStore(path) else { throw .sameFile(path: path) }
    let folder = settings.path.folderPath
    do throws(SystemError) {
      try PrivateFiles.makeFolder(folder)
    } catch {
      throw .failed(path: folder, reason: error.reason)
    }
    let lock = try ServerStoreLock(store: settings.path).acquireExclusive()
    defer { withExtendedLifetime(lock) {} }
    let copy = try StoreCopy(of: path, beside: settings.path)
    defer { copy.remove() }
    do throws(StoreError) {
      try prepare(copy.path)
    } catch {
      throw .store(error.withPath(path))
    }
    try copy.check(against: path)
    let replaced = try ReplacedStore(path: settings.path).setAside()
    FileOwner(of: settings.path)?.apply(to: copy.path)
    try copy.replace(settings.path)
    return replaced
  }

  /// Migrates a copy of a backup, begins an epoch in each vault, and merges its log into the file.
  private func prepare(_ path: String) throws(StoreError) {
    var copy = settings
    copy.path = path
    let connection = try StoreConnection(server: copy)
    try connection.write { database in
      let names = try database.all("SELECT name FROM vault WHERE head IS NOT NULL") { $0.text(0) }
      for vault in names.compactMap(VaultID.init) {
        let transaction = try SQLiteServerTransaction(vault: vault, database: database, path: path)
        guard var state = try transaction.state() else { continue }
        state.beginEpoch(using: randomness)
        try transaction.save(state: state)
      }
    }
    try connection.access { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
    try connection.close()
  }

  /// Opens the store for some steps. Does not create a missing one.
  private func withStore<Value>(
    _ body: (StoreConnection) throws(StoreError) -> Value
  ) throws(MaintenanceError) -> Value {
    guard exists(settings.path) else { throw .missing(path: settings.path) }
    do throws(StoreError) {
      let lock = try ServerStoreLock(store: settings.path).acquireShared()
      defer { withExtendedLifetime(lock) {} }
      return try body(StoreConnection(server: settings))
    } catch {
      throw .store(error)
    }
  }

  private func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  private func bytes(of path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
  }

  /// Whether a path names the store itself.
  private func isStore(_ path: String) -> Bool {
    guard let identity = StoreFile(path: path).identity else { return false }
    return identity == StoreFile(path: settings.path).identity
  }
}

extension Database {
  /// Counts the contents of a server's tables.
  func serverStatistics() throws -> ServerStatistics {
    let items = try number("SELECT count(*) FROM item")
    let tombstones = try number("SELECT count(*) FROM item WHERE payload IS NULL")
    return ServerStatistics(
      accounts: try number("SELECT count(*) FROM account"), devices: try number("SELECT count(*) FROM device"),
      vaults: try number("SELECT count(*) FROM vault WHERE head IS NOT NULL"), notes: items - tombstones,
      tombstones: tombstones,
      receipts: try number("SELECT count(*) FROM receipt"),
      noteBytes: try number("SELECT coalesce(sum(payload_bytes), 0) FROM vault"),
      blobs: try number("SELECT count(*) FROM blob"),
      blobBytes: try number("SELECT coalesce(sum(blob_bytes), 0) FROM vault"))
  }
}
