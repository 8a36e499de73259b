import GRDB
import NotesDomain

/// What the tables of one kind of store look like, version by version.
protocol StoreSchema: Sendable {
  /// Marks the file as ours, and as this kind of store.
  var applicationID: Int { get }

  /// The scripts that lead from each version to the next, oldest first. Never change one that was released: add another.
  var scripts: [[UInt8]] { get }

  /// How it lies on the disk and in memory.
  var layout: StoreLayout { get }
}

extension StoreSchema {
  var layout: StoreLayout { .manyRuns }

  /// The version that this program reads and writes.
  var version: Int { scripts.count }

  /// The version of the store's tables; 0 for an empty file.
  func version(of database: Database) throws -> Int {
    try database.first("PRAGMA user_version") { Int($0.integer(0)) } ?? 0
  }

  /// Brings the tables up to date in one transaction.
  ///
  /// Of two processes that open a new store at once, one waits for the other here and then finds nothing to do. A new store
  /// is made before the write-ahead log is switched on, so that the file itself names its application from its first byte.
  func migrate(_ database: Database, path: String) throws {
    try database.execute(sql: "PRAGMA page_size = \(layout.pageBytes)")
    try database.inTransaction(.immediate) {
      let found = try version(of: database)
      try check(found, path: path)
      for script in scripts.dropFirst(found) {
        try database.execute(sql: String(decoding: script, as: UTF8.self))
      }
      if found < version {
        try database.execute(sql: "PRAGMA application_id = \(applicationID); PRAGMA user_version = \(version)")
      }
      return .commit
    }
  }

  /// Refuses a version that this program does not know.
  func check(_ found: Int, path: String) throws(StoreError) {
    guard found <= version else { throw .newerVersion(path: path, found: found, supported: version) }
  }
}

/// How a kind of store lies on the disk and in memory: it follows from how it is used.
struct StoreLayout: Sendable {
  /// Many short runs of a program: half a note stays empty at the end of each page on average, which with SQLite's usual
  /// 4 KB is a seventh of the file; and the log is short, since each start reads all of it.
  static let manyRuns = StoreLayout(pageBytes: 32_768, logPages: 32, cacheKilobytes: 49_152)

  /// One run that goes on: ids come in any order, and each is a page of an index in the log, so that pages are small; the
  /// log may grow, since it is copied less often then; and what memory is worth keeping is kept by the system.
  static let oneLongRun = StoreLayout(pageBytes: 8192, logPages: 2048, cacheKilobytes: 4096)

  /// How many bytes a page has, from when the file is made.
  let pageBytes: Int
  /// From how many pages on the log is copied into the file.
  let logPages: Int32
  /// How much of the file is kept in memory at most. A limit, not a reservation.
  let cacheKilobytes: Int
}
