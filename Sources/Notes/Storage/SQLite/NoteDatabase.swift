import CSQLite
import GRDB
import NotesDomain
import Synchronization

/// The open store: one connection, its settings, and the way its errors come out.
///
/// A queue rather than a pool: a command does one thing and ends, so that a second connection would only cost its start (a
/// pool opens a writer and a reader, and reads the schema twice). Other processes still read while this one writes, since
/// the write-ahead log is on.
///
/// Calls run on the thread of their caller. They take microseconds, or one `fsync`, and a hop to another thread and back
/// costs more than most of them.
final class NoteDatabase: Sendable {
  /// How the file was opened; each way asks for less than the one before.
  private enum Access: CaseIterable {
    case readWrite
    case readOnly
    /// For a folder in which SQLite may not create its side files. It sees the file alone, and takes no locks.
    case immutable
  }

  private let path: String
  private let queue: DatabaseQueue

  /// Opens a store, and creates it when there is none.
  ///
  /// A file that is no store, or one of a newer version, is left as it is, down to the last byte.
  init(_ settings: StoreSettings) throws(StoreError) {
    // SQLite takes a path that begins with `file:` for a URI.
    let path = settings.path.hasPrefix("file:") ? "./" + settings.path : settings.path
    let file = StoreFile(path: path)
    try file.createIfMissing()
    guard file.isReadable else { throw .permissionDenied(path: path) }
    self.path = path
    queue = try Self.open(file, settings)
  }

  /// Runs some statements, with the errors of the store.
  ///
  /// - Parameter body: What to do; outside a transaction, unless it begins one.
  func access<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
    try Self.translatingErrors(path) { try queue.writeWithoutTransaction(body) }
  }

  /// Runs some statements in one transaction that nobody else writes beside.
  func write<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
    try transaction(.immediate, body)
  }

  /// Runs some statements that all see the store at one moment.
  func read<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
    try transaction(.deferred, body)
  }

  private func transaction<Value>(
    _ kind: Database.TransactionKind, _ body: (Database) throws -> Value
  ) throws(StoreError) -> Value {
    try access { database in
      try database.beginTransaction(kind)
      do {
        let value = try body(database)
        try database.commit()
        return value
      } catch {
        // The first error says what happened; SQLite may have rolled back already.
        try? database.rollback()
        throw error
      }
    }
  }

  /// Opens the file in the first way that works.
  private static func open(_ file: StoreFile, _ settings: StoreSettings) throws(StoreError) -> DatabaseQueue {
    for access in Access.allCases {
      if access == .readWrite, !file.isWritable { continue }
      if access == .immutable, file.hasLog { continue }
      do throws(StoreError) {
        return try open(file.path, settings, access)
      } catch {
        guard error.mayComeFromLackOfRights else { throw error }
      }
    }
    throw .readOnly(path: file.path)
  }

  private static func open(
    _ path: String, _ settings: StoreSettings, _ access: Access
  ) throws(StoreError) -> DatabaseQueue {
    try translatingErrors(path) {
      let header = Mutex<StoreHeader?>(nil)
      let patience = min(max(0, settings.busyTimeoutMilliseconds), Int(Int32.max))
      var configuration = Configuration()
      configuration.label = "notes"
      configuration.readonly = access != .readWrite
      configuration.busyMode = .timeout(Double(patience) / 1000)
      configuration.prepareDatabase { database in
        // GRDB calls this before it touches the file.
        header.withLock { $0 = database.sqliteConnection.flatMap(StoreHeader.init) }
        try check(header.withLock { $0 }, path: path)
        try prepare(database, busyTimeoutMilliseconds: patience)
      }
      let name = access == .immutable ? immutableURI(path) : path
      let queue = try DatabaseQueue(path: name, configuration: configuration)
      try queue.writeWithoutTransaction { database in
        try bringUpToDate(database, path: path, access: access, usesLog: header.withLock { $0?.usesLog ?? false })
      }
      return queue
    }
  }

  /// Refuses what is not ours.
  private static func check(_ header: StoreHeader?, path: String) throws(StoreError) {
    guard let header else { throw .failed(path: path, detail: "The file cannot be read") }
    guard !header.isEmpty else { return }
    guard header.isSQLite, header.applicationID == StoreSchema.applicationID else { throw .notAStore(path: path) }
    try StoreSchema.check(header.userVersion, path: path)
  }

  private static func prepare(_ database: Database, busyTimeoutMilliseconds: Int) throws {
    // Most of what a short-lived writer would do at its end is to copy the log into the file. The log may stay: it is
    // copied when it has grown, below.
    _ = notes_keep_log_at_close(database.sqliteConnection)
    WriteAheadLog.keepShort(database, busyTimeoutMilliseconds: busyTimeoutMilliseconds)
    HoldsFunction.add(to: database)
    // What is saved is on the disk when the command ends. FULL is SQLite's default, but distributions change it.
    try database.execute(sql: "PRAGMA synchronous = FULL")
  }

  private static func bringUpToDate(_ database: Database, path: String, access: Access, usesLog: Bool) throws {
    let version = try StoreSchema.version(of: database)
    try StoreSchema.check(version, path: path)
    if version < StoreSchema.version {
      guard access == .readWrite else { throw StoreError.readOnly(path: path) }
      try StoreSchema.migrate(database, path: path)
    }
    if !usesLog, access == .readWrite {
      try database.execute(sql: "PRAGMA journal_mode = WAL")
    }
    // A limit, not a reservation: an import touches the same pages of the index again and again. Set once the size of a
    // page is known, since SQLite turns it into a number of pages right away.
    try database.execute(sql: "PRAGMA cache_size = -49152")
  }

  private static func immutableURI(_ path: String) -> String {
    let plain = path.utf8.map { byte -> String in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "-")...UInt8(ascii: "9"):
        String(Unicode.Scalar(byte))
      default: "%" + String(byte >> 4, radix: 16) + String(byte & 0xF, radix: 16)
      }
    }
    return "file:" + plain.joined() + "?immutable=1"
  }

  private static func translatingErrors<Value>(_ path: String, _ body: () throws -> Value) throws(StoreError) -> Value {
    do {
      return try body()
    } catch let error as StoreError {
      throw error
    } catch let error as DatabaseError {
      throw StoreError(error, path: path)
    } catch {
      throw .failed(path: path, detail: String(describing: error))
    }
  }
}

extension StoreError {
  /// Whether asking for less may help.
  fileprivate var mayComeFromLackOfRights: Bool {
    switch self {
    case .readOnly, .permissionDenied, .cannotCreate: true
    case .notAStore, .corrupt, .newerVersion, .locked, .diskFull, .failed, .exists: false
    }
  }
}
