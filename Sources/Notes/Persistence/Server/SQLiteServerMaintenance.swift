import Foundation
import GRDB
import NotesDomain

/// The work on a server's SQLite file as a whole. It opens the file each time, and only for that time.
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
    guard !isStore(path) else { throw .same(path: path) }
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
    FileOwner(path: settings.path)?.give(copy.path)
    try copy.replace(settings.path)
    return replaced
  }

  /// Brings a copy of a backup up to date, begins an epoch in each vault, and leaves it as one file.
  private func prepare(_ path: String) throws(StoreError) {
    let connection = try StoreConnection(
      schema: ServerSchema(), path: path, busyTimeoutMilliseconds: settings.busyTimeoutMilliseconds)
    try connection.write { database in
      let names = try database.all("SELECT name FROM vault WHERE head IS NOT NULL") { $0.text(0) }
      for vault in names.compactMap(VaultID.init) {
        let transaction = try SQLiteServerTransaction(vault: vault, database: database, path: path)
        guard var state = try transaction.state() else { continue }
        state.beginEpoch(drawnFrom: randomness)
        try transaction.save(state: state)
      }
    }
    try connection.access { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
    try connection.close()
  }

  /// Opens the store for some steps; one that is not there is not made.
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

  private var folder: String { settings.path.folderPath }

  private func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  private func bytes(of path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
  }

  private func isStore(_ path: String) -> Bool {
    var (one, other) = (stat(), stat())
    guard stat(path, &one) == 0, stat(settings.path, &other) == 0 else { return false }
    return one.st_dev == other.st_dev && one.st_ino == other.st_ino
  }
}

extension Database {
  /// How much there is in a server's tables.
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
