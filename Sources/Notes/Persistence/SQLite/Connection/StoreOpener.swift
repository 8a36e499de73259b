import CSQLite
import Foundation
import GRDB
import NotesDomain
import Synchronization

/// Opens the file of a store: with the most access that works, after checking its header, and migrated to this version.
struct StoreOpener: Sendable {
  /// The modes of opening a file, each with less access than the previous one.
  enum Access: CaseIterable {
    case readWrite
    case readOnly
    /// For a folder in which SQLite may not create its side files. Reads the file alone, and takes no locks.
    case immutable
  }

  let schema: any StoreSchema
  let busyTimeout: Duration
  let leavesTransactionsOpen: Bool

  /// Opens a file with the most access that works.
  func open(_ file: StoreFile) throws(StoreError) -> (queue: DatabaseQueue, access: Access) {
    try firstOpen(file, of: Access.allCases) { access throws(StoreError) in
      let verifiesLog = schema.layout.verifiesOlderLog && file.isNewerThanLog
      return try open(file.path, access, verifiesLog: verifiesLog)
    }
  }

  /// Opens a file as it is, of any version and without a check of its log, with the first of some modes that works.
  func openAsIs(
    _ file: StoreFile, _ accesses: [Access] = [.readOnly, .immutable]
  ) throws(StoreError) -> (queue: DatabaseQueue, access: Access) {
    try firstOpen(file, of: accesses) { access throws(StoreError) in try open(file.path, access, migrates: false) }
  }

  /// Opens a file with the first of some modes that the permissions allow.
  private func firstOpen(
    _ file: StoreFile, of accesses: [Access], opening open: (Access) throws(StoreError) -> DatabaseQueue
  ) throws(StoreError) -> (queue: DatabaseQueue, access: Access) {
    guard file.isReadable else { throw .permissionDenied(path: file.path) }
    for access in accesses {
      if access == .readWrite, !file.isWritable { continue }
      if access == .immutable, file.hasLog { continue }
      do {
        return (try open(access), access)
      } catch {
        guard error.mayBePermissionProblem else { throw error }
      }
    }
    throw .readOnly(path: file.path)
  }

  /// Opens a file that is open already once more, for reading.
  func reopen(_ file: StoreFile, _ access: Access) throws -> DatabaseQueue {
    try open(file.path, access == .immutable ? .immutable : .readOnly)
  }

  /// Opens a store without rows in memory, which cannot be written.
  func openEmptyStore(for path: String) throws(StoreError) -> DatabaseQueue {
    try StoreError.translated(at: path) {
      var configuration = Configuration()
      configuration.prepareDatabase { [schema] in schema.addFunctions(to: $0) }
      let queue = try DatabaseQueue(configuration: configuration)
      try queue.writeWithoutTransaction { database in
        try schema.migrate(database, path: path)
        try database.execute(sql: "PRAGMA query_only = ON")
      }
      return queue
    }
  }

  /// - Parameter migrates: Whether the file must have this version afterwards. Otherwise it may have any, and is not changed.
  private func open(
    _ path: String, _ access: Access, verifiesLog: Bool = false, migrates: Bool = true
  ) throws(StoreError) -> DatabaseQueue {
    try StoreError.translated(at: path) {
      let header = Mutex<StoreHeader?>(nil)
      let busyTimeout = min(max(.zero, busyTimeout), .milliseconds(Int32.max)).milliseconds
      var configuration = Configuration()
      configuration.label = "notes"
      configuration.allowsUnsafeTransactions = leavesTransactionsOpen
      configuration.readonly = access != .readWrite
      configuration.busyMode = .timeout(Double(busyTimeout) / 1000)
      configuration.prepareDatabase { database in
        // GRDB calls this before it reads the file.
        header.withLock { $0 = database.sqliteConnection.flatMap(StoreHeader.init) }
        try check(header.withLock { $0 }, path: path, migrates: migrates)
        try prepare(database, busyTimeoutMilliseconds: busyTimeout)
      }
      let name = access == .immutable ? immutableURI(path) : path
      do {
        let queue = try DatabaseQueue(path: name, configuration: configuration)
        try queue.writeWithoutTransaction { database in
          if verifiesLog { try verifyLog(of: database, access: access) }
          guard migrates else { return }
          try migrateIfNeeded(database, path: path, access: access, usesLog: header.withLock { $0?.usesLog ?? false })
        }
        return queue
      } catch let error as DatabaseError where verifiesLog && error.isDamage {
        throw StoreError.foreignLog(path: path)
      }
    }
  }

  /// Refuses files of other programs and, if the file is to be migrated, of newer versions. An empty file can only be migrated.
  private func check(_ header: StoreHeader?, path: String, migrates: Bool) throws {
    guard let header else { throw StoreError.failed(path: path, detail: "The file cannot be read") }
    guard !header.isEmpty || !migrates else { return }
    guard header.isSQLite, header.applicationID == schema.applicationID else {
      throw StoreError.notAStore(path: path)
    }
    if migrates { try schema.check(header.userVersion, path: path) }
  }

  private func prepare(_ database: Database, busyTimeoutMilliseconds: Int) throws {
    // Copying the log to the file at close would be most of the work of a short run. WriteAheadLog copies it when it has
    // grown.
    _ = notes_keep_log_at_close(database.sqliteConnection)
    WriteAheadLog.limitLength(
      of: database, pages: schema.layout.logPages, busyTimeoutMilliseconds: busyTimeoutMilliseconds)
    schema.addFunctions(to: database)
    // A command that has ended has its changes on the disk. FULL is SQLite's default, but distributions change it.
    try database.execute(sql: "PRAGMA synchronous = FULL")
    if schema.layout.overwritesDeleted { try database.execute(sql: "PRAGMA secure_delete = ON") }
  }

  /// Checks that the log fits the file, before anything is written. A log that does is copied to the file if possible, so that
  /// it is not verified again.
  private func verifyLog(of database: Database, access: Access) throws {
    let result = try database.first("PRAGMA integrity_check(1)") { $0.text(0) }
    guard result == "ok" else { throw DatabaseError.corrupt(result ?? "") }
    if access == .readWrite { _ = try? database.checkpoint(.truncate) }
  }

  private func migrateIfNeeded(_ database: Database, path: String, access: Access, usesLog: Bool) throws {
    let version = try schema.version(of: database)
    try schema.check(version, path: path)
    if version < schema.version {
      guard access == .readWrite else { throw StoreError.readOnly(path: path) }
      try schema.migrate(database, path: path)
    }
    if !usesLog, access == .readWrite { try switchToLog(database) }
    // An import writes the same pages of the index again and again. Set after the page size, since SQLite converts the size
    // to a number of pages at once.
    try database.execute(sql: "PRAGMA cache_size = -\(schema.layout.cacheKilobytes)")
  }

  /// Switches the write-ahead log on.
  ///
  /// SQLite refuses that at once while another connection writes, as one does that opens the same new store. For a transaction
  /// it waits, so that this begins one before it tries again. The other may have switched the log on by then.
  private func switchToLog(_ database: Database) throws {
    let deadline = ContinuousClock.now + busyTimeout
    while true {
      do {
        return try database.execute(sql: "PRAGMA journal_mode = WAL")
      } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY && ContinuousClock.now < deadline {
        try database.inTransaction(.immediate) { .rollback }
      }
    }
  }

  private func immutableURI(_ path: String) -> String {
    "file:" + (path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? path) + "?immutable=1"
  }
}

extension DatabaseError {
  /// Whether the file and its log contradict each other or themselves.
  fileprivate var isDamage: Bool { [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(resultCode) }
}

extension StoreError {
  /// Whether opening with less access may succeed.
  fileprivate var mayBePermissionProblem: Bool {
    switch self {
    case .readOnly, .permissionDenied, .cannotCreate: true
    case .missing, .notAStore, .corrupt, .foreignLog, .newerVersion, .locked, .unreachable, .restored, .diskFull,
      .failed, .exists, .exceeds:
      false
    }
  }
}

/// The first 100 bytes of an SQLite file (<https://www.sqlite.org/fileformat2.html#the_database_header>).
///
/// Read without a lock and without SQLite's pager, which would create a write-ahead log beside a file of another program.
/// Read through SQLite's own file handle, since closing another descriptor would release its locks; see ``StoreFile``.
struct StoreHeader: Sendable {
  /// Whether the file is empty, as a store is before its first transaction.
  let isEmpty: Bool
  private let bytes: [UInt8]

  /// Reads the header of an open database; `nil` when the file cannot be read.
  init?(of connection: OpaquePointer) {
    var size: sqlite3_int64 = 0
    var bytes = [UInt8](repeating: 0, count: 100)
    let code = bytes.withUnsafeMutableBytes { notes_read_beginning(connection, $0.baseAddress, Int32($0.count), &size) }
    guard code == SQLITE_OK else { return nil }
    isEmpty = size == 0
    self.bytes = bytes
  }

  /// Whether this is an SQLite file.
  var isSQLite: Bool { bytes.starts(with: "SQLite format 3\u{0}".utf8) }

  /// The number of the application that the file belongs to.
  var applicationID: Int { word(at: 68) }

  /// The version of the schema. The write-ahead log may contain a newer one.
  var userVersion: Int { word(at: 60) }

  /// Whether the file has a write-ahead log.
  var usesLog: Bool { bytes[18] == 2 }

  private func word(at offset: Int) -> Int {
    let word = bytes[offset..<offset + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    return Int(Int32(bitPattern: word))
  }
}

/// Limits the length of the write-ahead log, which is not copied to the file when a connection closes.
///
/// Every later start pays for the length: the first process that opens the store reads the whole log. SQLite's own rule
/// copies at 1000 pages and leaves the log as long as it is. A process that writes once would copy again at each write, since
/// it does not see that everything was copied before.
enum WriteAheadLog {
  /// Copies the log to the file and truncates it whenever a transaction makes it long enough.
  ///
  /// - Parameters:
  ///   - database: The connection.
  ///   - pages: The number of pages from which on the log is copied.
  ///   - busyTimeoutMilliseconds: The connection's busy timeout. It is 0 during the copy, so that a writer does not wait for
  ///     readers. A log that cannot be truncated now is truncated after a later transaction.
  static func limitLength(of database: Database, pages: Int32, busyTimeoutMilliseconds: Int) {
    // The context of the hook is one word, which holds both numbers.
    let context = Int(pages) << 32 | busyTimeoutMilliseconds
    _ = sqlite3_wal_hook(
      database.sqliteConnection,
      { context, connection, name, pages in
        let context = Int(bitPattern: context)
        guard pages >= Int32(truncatingIfNeeded: context >> 32) else { return SQLITE_OK }
        sqlite3_busy_timeout(connection, 0)
        sqlite3_wal_checkpoint_v2(connection, name, SQLITE_CHECKPOINT_TRUNCATE, nil, nil)
        sqlite3_busy_timeout(connection, Int32(truncatingIfNeeded: context & 0x7FFF_FFFF))
        return SQLITE_OK
      }, UnsafeMutableRawPointer(bitPattern: context))
  }
}
