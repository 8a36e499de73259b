import GRDB
import NotesDomain

/// An open store: one connection, its settings, and the way its errors come out.
///
/// A queue rather than a pool: a command does one thing and ends, so that a second connection would only cost its start (a
/// pool opens a writer and a reader, and reads the schema twice). Other processes still read while this one writes, since
/// the write-ahead log is on.
///
/// Calls run on the thread of their caller. They take microseconds, or one `fsync`, and a hop to another thread and back
/// costs more than most of them.
struct StoreConnection: Sendable {
  /// The path of the file, as SQLite takes it.
  let path: String
  private let queue: DatabaseQueue
  private let file: StoreFile
  private let opening: StoreOpener
  private let access: StoreOpener.Access

  /// Opens a store, and creates it when there is none.
  ///
  /// A file that is no store, or one of a newer version, is left as it is, down to the last byte.
  ///
  /// - Parameters:
  ///   - schema: What the tables look like.
  ///   - path: Where the store is.
  ///   - busyTimeoutMilliseconds: How long to wait for another process that is writing.
  ///   - leavesTransactionsOpen: Whether a transaction may go on from one ``access(_:)`` to the next.
  init(
    schema: any StoreSchema, path: String, busyTimeoutMilliseconds: Int, leavesTransactionsOpen: Bool = false
  ) throws(StoreError) {
    // SQLite takes a path that begins with `file:` for a URI.
    let path = path.hasPrefix("file:") ? "./" + path : path
    let file = StoreFile(path: path)
    try file.createIfMissing()
    guard file.isReadable else { throw .permissionDenied(path: path) }
    let opening = StoreOpener(
      schema: schema, busyTimeoutMilliseconds: busyTimeoutMilliseconds, leavesTransactionsOpen: leavesTransactionsOpen)
    let (queue, access) = try opening.open(file)
    self.init(queue, file, opening, access)
  }

  private init(
    _ queue: DatabaseQueue, _ file: StoreFile, _ opening: StoreOpener, _ access: StoreOpener.Access
  ) {
    path = file.path
    self.queue = queue
    self.file = file
    self.opening = opening
    self.access = access
  }

  /// Opens another connection to the same file, only to read it. Nothing is made or brought up to date for it.
  ///
  /// - Parameter identity: Which file it must be, whatever has its name by now.
  func reader(of identity: StoreFile.Identity?) throws(StoreError) -> StoreConnection {
    let queue = try opening.reopen(file, access)
    guard file.identity == identity else {
      throw .failed(path: path, detail: "Another file has taken the place of the store that is open")
    }
    return StoreConnection(queue, file, opening, access)
  }

  /// Which file is open, unless another has its name by now.
  var identity: StoreFile.Identity? { file.identity }

  /// Closes the store, which nobody may use from then on. What is not closed is closed when its last user is gone.
  func close() throws(StoreError) {
    try StoreError.translated(at: path) { try queue.close() }
  }

  /// Runs some statements, with the errors of the store.
  ///
  /// - Parameter body: What to do; outside a transaction, unless it begins one.
  func access<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
    try StoreError.translated(at: path) { try queue.writeWithoutTransaction(body) }
  }

  /// Runs some statements in one transaction that nobody else writes beside.
  ///
  /// - Parameters:
  ///   - isDurable: Whether to wait until the disk has it; otherwise it may be lost when the power fails, with nothing of
  ///     what came after it kept.
  ///   - body: The statements.
  func write<Value>(isDurable: Bool = true, _ body: (Database) throws -> Value) throws(StoreError) -> Value {
    try access { database in
      // What is saved next takes it along to the disk.
      if !isDurable { try database.execute(sql: "PRAGMA synchronous = NORMAL") }
      defer { if !isDurable { try? database.execute(sql: "PRAGMA synchronous = FULL") } }
      try begin(database)
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

  /// Begins a transaction that nobody else writes beside.
  func begin(_ database: Database) throws {
    try database.beginTransaction(.immediate)
    do {
      try checkVersion(of: database)
    } catch {
      try? database.rollback()
      throw error
    }
  }

  /// Refuses a store that a newer program has brought up to date since it was opened: what this one writes would lack
  /// something.
  private func checkVersion(of database: Database) throws {
    try opening.schema.check(opening.schema.version(of: database), path: path)
  }

  /// Runs some statements that all see the store at one moment. Should they change something, it is taken back.
  func read<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
    try access { database in
      // Prepared once: for a small question, the frame would cost as much as the question.
      try database.run("BEGIN DEFERRED")
      defer { _ = try? database.run("ROLLBACK") }
      return try body(database)
    }
  }
}
