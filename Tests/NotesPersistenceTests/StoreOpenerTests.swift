import Foundation
import GRDB
import NotesDomain
import NotesTestSupport
import Synchronization
import Testing

@testable import NotesPersistence

@Suite("Opening a store")
struct StoreOpenerTests {
  private let folder: TemporaryFolder
  private var path: String { folder.file("notes.db") }

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test("A missing store is created with its folders")
  func create() async throws {
    let store = try SQLiteNoteRepository(settings: StoreSettings(path: folder.file("a/b/notes.db")))
    #expect(try await store.list(NoteQuery()) == [])
  }

  @Test("An empty file becomes a store")
  func emptyFile() async throws {
    try folder.write([], to: "notes.db")
    let store = try open()
    try await store.insert([.sample(1)])
    #expect(try await open().note(SequentialNoteIDGenerator.id(1)) == .sample(1))
  }

  @Test("Writes are durable: synchronous is FULL, and the journal is a write-ahead log")
  func durability() throws {
    let database = try NoteDatabase(settings: StoreSettings(path: path))
    for _ in 0..<2 {
      #expect(try database.pragma("synchronous") == 2)
      #expect(try database.connection.withDatabase { try $0.first("PRAGMA journal_mode") { $0.text(0) } } == "wal")
      _ = try database.connection.write { try $0.run("DELETE FROM note") }
    }
    #expect(try database.pragma("foreign_keys") == 1)
    #expect(try database.pragma("page_size") == 32768)
    #expect(try database.pragma("busy_timeout") == 5000)
    #expect(
      try NoteDatabase(settings: StoreSettings(path: path, busyTimeoutMilliseconds: 7)).pragma("busy_timeout") == 7)
  }

  @Test("The file contains the application and the version")
  func identity() throws {
    let database = try NoteDatabase(settings: StoreSettings(path: path))
    #expect(try database.pragma("application_id") == 0x6E63_746C)
    #expect(try database.pragma("user_version") == NoteSchema().version)
    let bytes = try folder.read("notes.db")
    #expect(Array(bytes[68..<72]) == Array("nctl".utf8))
  }

  @Test("The log stays when the store is closed, and is read when it is opened again")
  func logStays() async throws {
    try await open().insert([.sample(1)])
    #expect(try folder.read("notes.db-wal").isEmpty == false)
    #expect(try await open().note(SequentialNoteIDGenerator.id(1)) == .sample(1))
  }

  @Test func `a log that was left beside an older file is refused, and nothing is changed`() async throws {
    // Given: a log that was written for a later state of the file.
    try await fill(1...30)
    try copyLogToFile()
    try folder.write(try folder.read("notes.db"), to: "backup.db")
    for number in 1...30 as ClosedRange<UInt64> {
      _ = try await open().update(SequentialNoteIDGenerator.id(number)) { $0.trashed = FixedClock.start }
      _ = try await open().purge([SequentialNoteIDGenerator.id(number)])
    }
    try await fill(31...90)
    try copyLogToFile()
    try await open().insert([.sample(91), .sample(92)])
    let log = try folder.read("notes.db-wal")
    try #require(!log.isEmpty)
    // When
    let backup = try folder.read("backup.db")
    try move("backup.db", to: "notes.db")
    // Then
    for _ in 1...2 { #expect(throws: StoreError.foreignLog(path: path)) { try open() } }
    #expect(try folder.read("notes.db") == backup && folder.read("notes.db-wal") == log)
    try #require(unlink(path + "-wal") == 0)
    #expect(try await open().note(SequentialNoteIDGenerator.id(7)) != nil)
  }

  @Test func `a file that was renamed together with its log is verified once, and keeps its notes`() async throws {
    // Given
    try await fill(1...30)
    try copyLogToFile()
    try await open().insert([.sample(31)])
    try #require(rename(path + "-wal", folder.file("moved.db-wal")) == 0)
    try move("notes.db", to: "moved.db")
    // When
    let moved = try SQLiteNoteRepository(settings: StoreSettings(path: folder.file("moved.db")))
    // Then
    #expect(try await moved.page(after: nil, limit: 99).count == 31)
    #expect(!StoreFile(path: folder.file("moved.db")).isNewerThanLog)
  }

  @Test func `a log that a program leaves behind is newer than the file`() async throws {
    try await open().insert([.sample(1)])
    #expect(StoreFile(path: path).hasLog && !StoreFile(path: path).isNewerThanLog)
  }

  @Test("The log does not grow forever")
  func logIsCopied() async throws {
    for number in 1...60 as ClosedRange<UInt64> {
      try await open().insert([.sample(number, body: String(repeating: "word\(number) ", count: 200))])
      #expect(try folder.read("notes.db-wal").count < 2_000_000)
    }
    #expect(try folder.read("notes.db").count > 100_000)
  }

  @Test("A large transaction leaves no large log behind")
  func logIsCut() async throws {
    let text = String(repeating: "some words of a long text ", count: 40_000)
    try await open().insert((1...12).map { .sample($0, body: text) })
    #expect(try folder.read("notes.db-wal").isEmpty)
  }

  @Test(
    "A file that is no store is refused, and left unchanged",
    arguments: ["Dear diary", "SQLite format 3", "SQLite format 3\u{0}", String(repeating: "x", count: 500)])
  func notAStore(_ content: String) throws {
    try folder.write(content.utf8, to: "notes.db")
    #expect(throws: StoreError.notAStore(path: path)) { try open() }
    #expect(try folder.read("notes.db") == Array(content.utf8))
    #expect(try folder.names() == ["notes.db", "notes.db.lock"])
  }

  @Test("Another program's database is refused, and left unchanged", arguments: ["delete", "wal"])
  func otherDatabase(_ journal: String) throws {
    try other(journal: journal, setup: "PRAGMA application_id = 7; CREATE TABLE t (x); INSERT INTO t VALUES (1)")
    let (bytes, names) = (try folder.read("notes.db"), try folder.names())
    #expect(throws: StoreError.notAStore(path: path)) { try open() }
    #expect(try folder.read("notes.db") == bytes)
    #expect(try folder.names() == (names + ["notes.db.lock"]).sorted())
  }

  @Test("A store of a newer version is refused, and left unchanged", arguments: ["delete", "wal"])
  func newerVersion(_ journal: String) throws {
    try other(journal: journal, setup: "PRAGMA application_id = \(0x6E63_746C); PRAGMA user_version = 99")
    let (bytes, names) = (try folder.read("notes.db"), try folder.names())
    #expect(throws: StoreError.newerVersion(path: path, found: 99, supported: NoteSchema().version)) { try open() }
    #expect(try folder.read("notes.db") == bytes)
    #expect(try folder.names() == (names + ["notes.db.lock"]).sorted())
  }

  @Test("A newer version in the log is refused too")
  func newerVersionInLog() async throws {
    let store = try open()
    try store.database.connection.withDatabase { try $0.execute(sql: "PRAGMA user_version = 99") }
    #expect(throws: StoreError.newerVersion(path: path, found: 99, supported: NoteSchema().version)) { try open() }
  }

  @Test("A folder with the name of the store is refused")
  func folderInPlace() throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    #expect(throws: StoreError.notAStore(path: path)) { try open() }
  }

  @Test("A file with the name of the store's folder is refused")
  func fileInPlaceOfFolder() throws {
    try folder.write([1], to: "file")
    let path = folder.file("file/notes.db")
    #expect(throws: StoreError.cannotCreate(path: path, reason: "Not a directory")) {
      try SQLiteNoteRepository(settings: StoreSettings(path: path))
    }
  }

  @Test("Several tasks can open a new store at once", arguments: 0..<5)
  func severalAtOnce(_: Int) async throws {
    let path = self.path
    try await withThrowingTaskGroup { group in
      for number in 1...4 as ClosedRange<UInt64> {
        group.addTask {
          try await SQLiteNoteRepository(settings: StoreSettings(path: path)).insert([.sample(number)])
        }
      }
      try await group.waitForAll()
    }
    #expect(try await open().list(NoteQuery()).count == 4)
  }

  @Test func `opening a store without a log waits for another connection that is writing`() throws {
    // Given
    let writer = try writerOfStoreWithoutLog()
    let schema = ObservedSchema {
      Thread.detachNewThread { writer.writeWithoutTransaction { try? $0.rollbackSlowly() } }
    }
    // When
    let connection = try StoreConnection(schema: schema, path: path, busyTimeout: .seconds(60))
    // Then
    #expect(try connection.withDatabase { try $0.first("PRAGMA journal_mode") { $0.text(0) } } == "wal")
  }

  @Test(arguments: [Database.TransactionKind.immediate, .deferred])
  func `opening a store without a log fails when another connection uses it for too long`(
    as kind: Database.TransactionKind
  ) throws {
    let other = try writerOfStoreWithoutLog()
    try other.writeWithoutTransaction { database in
      try database.rollback()
      try database.beginTransaction(kind)
      _ = try database.number("SELECT count(*) FROM note")
    }
    #expect(throws: StoreError.locked(path: path)) {
      try StoreConnection(schema: NoteSchema(), path: path, busyTimeout: .milliseconds(1))
    }
    try other.writeWithoutTransaction { try $0.rollback() }
  }

  @Test("A second migration finds nothing to do")
  func nothingToDo() async throws {
    let store = try open()
    try await store.insert([.sample(1)])
    try store.database.connection.withDatabase { try NoteSchema().migrate($0, path: path) }
    #expect(try await store.list(NoteQuery()).count == 1)
  }

  private func open() throws -> SQLiteNoteRepository {
    try SQLiteNoteRepository(settings: StoreSettings(path: path))
  }

  /// Inserts long notes, each in a run of its own.
  private func fill(_ numbers: ClosedRange<UInt64>) async throws {
    for number in numbers {
      try await open().insert([.sample(number, body: String(repeating: "word\(number) ", count: 2000))])
    }
  }

  private func copyLogToFile() throws {
    _ = try open().database.connection.withDatabase { try $0.checkpoint(.truncate) }
  }

  /// Moves a file, until the clock of the file system has advanced since its log was written.
  private func move(_ source: String, to target: String) throws {
    try #require(rename(folder.file(source), folder.file(target)) == 0)
    try #require(StoreFile(path: folder.file(target)).hasLog)
    while !StoreFile(path: folder.file(target)).isNewerThanLog {
      try #require(rename(folder.file(target), folder.file(source)) == 0)
      try #require(rename(folder.file(source), folder.file(target)) == 0)
    }
  }

  /// Creates a store without a write-ahead log. Returns a connection to it that is writing.
  private func writerOfStoreWithoutLog() throws -> DatabaseQueue {
    _ = try open()
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let writer = try DatabaseQueue(path: path, configuration: configuration)
    try writer.writeWithoutTransaction { database in
      try database.execute(sql: "PRAGMA journal_mode = delete")
      try database.beginTransaction(.immediate)
    }
    return writer
  }

  /// Creates a database of another program, and closes it.
  private func other(journal: String, setup: String) throws {
    let queue = try DatabaseQueue(path: path)
    try queue.writeWithoutTransaction { database in
      try database.execute(sql: "PRAGMA journal_mode = \(journal); \(setup)")
    }
    try queue.close()
  }
}

/// The tables of the notes, and a closure that is called when their version is read for the first time.
private final class ObservedSchema: StoreSchema {
  let applicationID = NoteSchema().applicationID
  var scripts: [[UInt8]] {
    let wasRead = isRead.withLock { isRead in
      defer { isRead = true }
      return isRead
    }
    if !wasRead { firstRead() }
    return NoteSchema().scripts
  }

  private let firstRead: @Sendable () -> Void
  private let isRead = Mutex(false)

  init(firstRead: @escaping @Sendable () -> Void) { self.firstRead = firstRead }
}

extension Database {
  /// Ends a transaction after a query that takes longer than opening a store.
  fileprivate func rollbackSlowly() throws {
    _ = try first(
      "WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t WHERE n < 500000) SELECT count(*) FROM t"
    ) { $0.int(0) }
    try rollback()
  }
}

extension NoteDatabase {
  /// The value of a pragma.
  func pragma(_ name: String) throws -> Int {
    try connection.withDatabase { try $0.first("PRAGMA \(name)") { $0.int(0) } ?? -1 }
  }
}
