import GRDB
import NotesDomain

/// The tables of one kind of store, version by version.
protocol StoreSchema: Sendable {
  /// The number that marks a file as a store of this kind.
  var applicationID: Int { get }

  /// The scripts that migrate each version to the next, oldest first. Never change a released script: append another.
  ///
  /// They are in `Resources/schema`; the symbolic link `Persistence/Schema` makes them resources of this target.
  var scripts: [[UInt8]] { get }

  /// The sizes of pages, log and cache.
  var layout: StoreLayout { get }

  /// Adds the functions and tokenizers that the scripts and the statements name. Every connection to such a store needs them.
  func addFunctions(to database: Database)

  /// Writes what the scripts cannot compute, after them and in their transaction.
  ///
  /// - Parameter version: The version from which the store was migrated; 0 for a new one.
  func finishMigration(of database: Database, from version: Int) throws
}

extension StoreSchema {
  var layout: StoreLayout { .shortRuns }

  func addFunctions(to database: Database) {}

  func finishMigration(of database: Database, from version: Int) throws {}

  /// The version that this program reads and writes.
  var version: Int { scripts.count }

  /// Reads the version of a store; 0 for an empty file.
  func version(of database: Database) throws -> Int { try database.number("PRAGMA user_version") }

  /// Runs the missing scripts in one transaction.
  ///
  /// Of two processes that open a new store at once, one waits here and then finds nothing to do. A new store is created
  /// before the write-ahead log is switched on, so that the file itself names its application from its first byte.
  func migrate(_ database: Database, path: String) throws {
    try database.execute(sql: "PRAGMA page_size = \(layout.pageBytes)")
    if layout.canShrink { try database.execute(sql: "PRAGMA auto_vacuum = INCREMENTAL") }
    try database.inTransaction(.immediate) {
      let found = try version(of: database)
      try check(found, path: path)
      for script in scripts.dropFirst(found) {
        try database.execute(sql: String(decoding: script, as: UTF8.self))
      }
      if found < version {
        try finishMigration(of: database, from: found)
        try database.execute(sql: "PRAGMA application_id = \(applicationID); PRAGMA user_version = \(version)")
      }
      return .commit
    }
  }

  func check(_ found: Int, path: String) throws {
    guard found <= version else { throw StoreError.newerVersion(path: path, found: found, supported: version) }
  }
}

/// The sizes of a store's pages, log and cache, chosen by how the store is used.
struct StoreLayout: Sendable {
  /// For many short runs of a program. Large pages: on average half a note at the end of each page is unused, a seventh of
  /// the file with SQLite's default of 4 KB. A short log: each start reads all of it.
  static let shortRuns = StoreLayout(
    pageBytes: 32_768, logPages: 32, cacheKilobytes: 49_152, verifiesOlderLog: true, overwritesDeleted: true)

  /// For one long run. Small pages: ids arrive in any order, and each writes a page of an index to the log. A long log: it is
  /// copied to the file less often. A small cache: the system caches the file too.
  static let oneLongRun = StoreLayout(
    pageBytes: 8192, logPages: 2048, cacheKilobytes: 4096, verifiesOlderLog: false, canShrink: true)

  /// The size of a page in bytes, fixed when the file is created.
  let pageBytes: Int
  /// The number of pages from which on the log is copied to the file.
  let logPages: Int32
  /// The maximum size of the cache. It grows as needed.
  let cacheKilobytes: Int
  /// Whether a log that is older than the file is verified with it when the store is opened. A long run that copies its log
  /// while others read often leaves such a log, and its file may be too large to be verified beside it.
  let verifiesOlderLog: Bool
  /// Whether a new file can give the space of removed rows back to the disk, on request.
  var canShrink = false
  /// Whether deleted rows and freed pages are overwritten with zeros, so that the file does not contain texts that a person
  /// deleted. Takes about 4 % of an import's time.
  var overwritesDeleted = false
}
