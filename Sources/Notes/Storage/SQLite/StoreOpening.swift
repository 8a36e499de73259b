import CSQLite
import GRDB
import NotesDomain
import Synchronization

/// How a store's file becomes a connection: opened in the first way that works, refused when it is not ours, and brought up
/// to date.
struct StoreOpening: Sendable {
  /// How the file was opened; each way asks for less than the one before.
  enum Access: CaseIterable {
    case readWrite
    case readOnly
    /// For a folder in which SQLite may not create its side files. It sees the file alone, and takes no locks.
    case immutable
  }

  let schema: any StoreSchema
  let busyTimeoutMilliseconds: Int
  let leavesTransactionsOpen: Bool

  /// Opens the file in the first way that works.
  func open(_ file: StoreFile) throws(StoreError) -> (queue: DatabaseQueue, access: Access) {
    for access in Access.allCases {
      if access == .readWrite, !file.isWritable { continue }
      if access == .immutable, file.hasLog { continue }
      do throws(StoreError) {
        return (try open(file.path, access), access)
      } catch {
        guard error.mayComeFromLackOfRights else { throw error }
      }
    }
    throw .readOnly(path: file.path)
  }

  /// Opens a file that is open once more, only to read it: as it is, or not at all.
  func reopen(_ file: StoreFile, _ access: Access) throws(StoreError) -> DatabaseQueue {
    try open(file.path, access == .immutable ? .immutable : .readOnly)
  }

  private func open(_ path: String, _ access: Access) throws(StoreError) -> DatabaseQueue {
    try StoreError.translated(at: path) {
      let header = Mutex<StoreHeader?>(nil)
      let patience = min(max(0, busyTimeoutMilliseconds), Int(Int32.max))
      var configuration = Configuration()
      configuration.label = "notes"
      configuration.allowsUnsafeTransactions = leavesTransactionsOpen
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
  private func check(_ header: StoreHeader?, path: String) throws(StoreError) {
    guard let header else { throw .failed(path: path, detail: "The file cannot be read") }
    guard !header.isEmpty else { return }
    guard header.isSQLite, header.applicationID == schema.applicationID else { throw .notAStore(path: path) }
    try schema.check(header.userVersion, path: path)
  }

  private func prepare(_ database: Database, busyTimeoutMilliseconds: Int) throws {
    // Most of what a short-lived writer would do at its end is to copy the log into the file. The log may stay: it is
    // copied when it has grown, below.
    _ = notes_keep_log_at_close(database.sqliteConnection)
    WriteAheadLog.keepShort(
      database, pages: schema.layout.logPages, busyTimeoutMilliseconds: busyTimeoutMilliseconds)
    HoldsFunction.add(to: database)
    // What is saved is on the disk when the command ends. FULL is SQLite's default, but distributions change it.
    try database.execute(sql: "PRAGMA synchronous = FULL")
  }

  private func bringUpToDate(_ database: Database, path: String, access: Access, usesLog: Bool) throws {
    let version = try schema.version(of: database)
    try schema.check(version, path: path)
    if version < schema.version {
      guard access == .readWrite else { throw StoreError.readOnly(path: path) }
      try schema.migrate(database, path: path)
    }
    if !usesLog, access == .readWrite {
      try database.execute(sql: "PRAGMA journal_mode = WAL")
    }
    // An import touches the same pages of the index again and again. Set once the size of a page is known, since SQLite
    // turns it into a number of pages right away.
    try database.execute(sql: "PRAGMA cache_size = -\(schema.layout.cacheKilobytes)")
  }

  private func immutableURI(_ path: String) -> String {
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
