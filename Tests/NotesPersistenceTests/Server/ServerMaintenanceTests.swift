import Foundation
import GRDB
import NotesDomain
import NotesHosting
import NotesTestSupport
import Testing

@testable import NotesPersistence

@Suite("The maintenance of a server's store") struct ServerMaintenanceTests {
  private let folder: TemporaryFolder
  private let settings: ServerStoreSettings
  private let maintenance: SQLiteServerMaintenance

  init() throws {
    folder = try TemporaryFolder()
    settings = ServerStoreSettings(path: folder.file("server/server.sqlite"), busyTimeout: .milliseconds(1))
    maintenance = SQLiteServerMaintenance(settings: settings, randomness: SeededRandomness())
  }

  @Test("Fulfills the contract of its port", arguments: ServerMaintenanceContract.clauses)
  func contract(_ clause: ServerMaintenanceContract.Clause) async throws {
    let settings = settings
    try await clause.check(
      ServerMaintenanceContract.Subject(maintenance: maintenance, folder: folder.path) { body in
        let database = try ServerDatabase(settings: settings)
        try await body(
          AccountStoreContract.Subject(
            accounts: SQLiteAccountStore(database: database), vaults: SQLiteServerStore(database: database)))
      })
  }

  /// Saves a note in a vault.
  private func save(_ number: UInt64, in database: ServerDatabase) async throws {
    try await SQLiteServerStore(database: database).write(.main) { transaction in
      let start = VaultState.Start(epoch: Epoch(bits: 1), head: .none)
      try transaction.save(
        state: VaultState(epochs: try transaction.state()?.epochs ?? [start], head: Revision(Int64(number))))
      try transaction.save(
        VaultItem(
          id: SequentialNoteIDGenerator.id(number), revision: Revision(Int64(number)),
          payload: Array(repeating: 7, count: 100_000)))
    }
  }

  @Test func `a backup during a server's work contains all acknowledged changes`() async throws {
    let server = try ServerDatabase(settings: settings)
    for number in 1...5 as ClosedRange<UInt64> {
      try await save(number, in: server)
      let path = folder.file("backup-\(number).sqlite")
      try await maintenance.backUp(to: path)
      let copy = try DatabaseQueue(path: path)
      #expect(try await copy.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM item") } == Int(number))
    }
  }

  @Test func `a backup is one file, readable by its owner only`() async throws {
    try await save(1, in: ServerDatabase(settings: settings))
    try await maintenance.backUp(to: folder.file("backups.sqlite"))
    #expect(try folder.permissions("backups.sqlite") == 0o600)
    #expect(try folder.names() == ["backups.sqlite", "server"])
  }

  @Test func `a backup to a missing folder leaves nothing behind`() async throws {
    try await save(1, in: ServerDatabase(settings: settings))
    let path = folder.file("no/folder/backup.sqlite")
    await #expect(throws: MaintenanceError.failed(path: path, reason: "No such file or directory")) {
      try await maintenance.backUp(to: path)
    }
    #expect(try folder.names() == ["server"])
  }

  @Test func `a damaged store is not backed up`() async throws {
    do {
      let server = try ServerDatabase(settings: settings)
      for number in 1...8 as ClosedRange<UInt64> { try await save(number, in: server) }
    }
    do {
      let connection = try StoreConnection(server: settings)
      try connection.withDatabase { _ = try $0.checkpoint(.truncate) }
      try connection.withDatabase {
        try $0.execute(sql: "PRAGMA foreign_keys = OFF; UPDATE item SET vault = 99 WHERE revision = 3")
      }
    }
    await #expect(throws: MaintenanceError.self) { try await maintenance.backUp(to: folder.file("backup.sqlite")) }
    #expect(try folder.names() == ["server"])
  }

  @Test func `a missing store is not created`() async throws {
    await #expect(throws: MaintenanceError.missing(path: settings.path)) { try await maintenance.statistics() }
    await #expect(throws: MaintenanceError.missing(path: settings.path)) {
      try await maintenance.backUp(to: folder.file("backup.sqlite"))
    }
    #expect(try folder.names() == [])
  }

  @Test func `a link to a backup is followed, and the backup stays as it is`() async throws {
    // Given
    do { try await save(1, in: ServerDatabase(settings: settings)) }
    try await maintenance.backUp(to: folder.file("backup.sqlite"))
    let backup = try folder.read("backup.sqlite")
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("latest.sqlite"), withDestinationPath: folder.file("backup.sqlite"))
    // When
    _ = try await maintenance.restore(from: folder.file("latest.sqlite"))
    do { try await save(2, in: ServerDatabase(settings: settings)) }
    // Then
    #expect(try folder.read("backup.sqlite") == backup)
    #expect(try await maintenance.statistics().notes == 2)
  }

  @Test func `an open store is not replaced`() async throws {
    let server = try ServerDatabase(settings: settings)
    try await save(1, in: server)
    try await maintenance.backUp(to: folder.file("backup.sqlite"))
    await #expect(throws: MaintenanceError.inUse(path: settings.path)) {
      try await maintenance.restore(from: folder.file("backup.sqlite"))
    }
    try await save(2, in: server)
  }

  @Test func `a store cannot be opened while it is being replaced`() throws {
    _ = try ServerDatabase(settings: settings)
    let lock = try StoreLock(store: settings.path).acquireExclusive()
    #expect(throws: StoreError.locked(path: settings.path)) { try ServerDatabase(settings: settings) }
    withExtendedLifetime(lock) {}
  }

  @Test("The lock of a store fulfills the contract of its port", arguments: ServerStoreLockContract.clauses)
  func lockContract(_ clause: ServerStoreLockContract.Clause) async throws {
    let settings = settings
    let database = try ServerDatabase(settings: settings)
    try await clause.check(
      ServerStoreLockContract.Subject(lock: database) { try ServerDatabase(settings: settings) })
  }

  @Test func `each replaced store is kept under another name`() async throws {
    try await save(1, in: ServerDatabase(settings: settings))
    let backup = folder.file("backup.sqlite")
    try await maintenance.backUp(to: backup)
    #expect(try await maintenance.restore(from: backup) == settings.path + ".replaced-1")
    #expect(try await maintenance.restore(from: backup) == settings.path + ".replaced-2")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.file("server")).sorted() == [
        "server.sqlite", "server.sqlite.lock", "server.sqlite.replaced-1", "server.sqlite.replaced-2",
        "server.sqlite.reserve",
      ])
    #expect(try folder.permissions("server/server.sqlite") == 0o600)
  }

  @Test(arguments: ["-journal", "-wal", "-shm", ".lock", ".reserve"])
  func `a backup takes no name that the store uses for itself`(suffix: String) async throws {
    try await save(1, in: ServerDatabase(settings: settings))
    let path = settings.path + suffix
    try? FileManager.default.removeItem(atPath: path)
    await #expect(
      throws: MaintenanceError.failed(path: path, reason: "The store itself uses files of this name")
    ) { try await maintenance.backUp(to: path) }
  }

  @Test(arguments: ["notes.sqlite", "text", "empty", "empty-name", "newer.sqlite", "cut.sqlite", "mixed.sqlite"])
  func `a file that is no backup is not restored, and the store stays`(name: String) async throws {
    try await save(1, in: ServerDatabase(settings: settings))
    let backup = folder.file("backup.sqlite")
    try await maintenance.backUp(to: backup)
    let path = folder.file(name)
    switch name {
    case "notes.sqlite": _ = try NoteDatabase(settings: StoreSettings(path: path))
    case "text": try folder.write(Array("no store, but long enough to be looked at".utf8), to: name)
    case "empty": try folder.write([], to: name)
    case "empty-name": try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    case "newer.sqlite":
      try FileManager.default.copyItem(atPath: backup, toPath: path)
      try await DatabaseQueue(path: path).writeWithoutTransaction { try $0.execute(sql: "PRAGMA user_version = 99") }
    case "mixed.sqlite":
      try FileManager.default.copyItem(atPath: backup, toPath: path)
      try await DatabaseQueue(path: path).writeWithoutTransaction { database in
        try database.execute(
          sql: """
            PRAGMA writable_schema = ON;
            UPDATE sqlite_master SET sql = replace(sql, 'payload IS NULL', 'payload IS NOT NULL')
            WHERE name = 'item_tombstone';
            """)
      }
    default: try folder.write(try folder.read("backup.sqlite").prefix(70_000), to: name)
    }
    let before = try folder.read("server/server.sqlite")
    let error = await #expect(throws: MaintenanceError.self) { try await maintenance.restore(from: path) }
    guard case .store(let cause)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(String(describing: cause).contains(path), "\(cause)")
    #expect(try folder.read("server/server.sqlite") == before)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("server")).count <= 5)
  }

  @Test(arguments: [
    "CREATE TRIGGER spy AFTER INSERT ON item BEGIN DELETE FROM device; END", "CREATE TABLE other (x)",
    "CREATE VIEW notes AS SELECT * FROM item", "DROP INDEX item_tombstone",
    "ALTER TABLE account ADD COLUMN note TEXT",
  ])
  func `a backup with another schema is not restored`(statement: String) async throws {
    try await save(1, in: ServerDatabase(settings: settings))
    let path = folder.file("backup.sqlite")
    try await maintenance.backUp(to: path)
    try await DatabaseQueue(path: path).writeWithoutTransaction { try $0.execute(sql: statement) }
    let error = await #expect(throws: MaintenanceError.self) { try await maintenance.restore(from: path) }
    guard case .store(.corrupt(path, let detail))? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(detail.hasPrefix("Its schema was changed"))
  }

  @Test func `a backup with statistics of ANALYZE is restored`() async throws {
    try await save(1, in: ServerDatabase(settings: settings))
    let path = folder.file("backup.sqlite")
    try await maintenance.backUp(to: path)
    try await DatabaseQueue(path: path).writeWithoutTransaction { try $0.execute(sql: "ANALYZE") }
    _ = try await maintenance.restore(from: path)
  }

  @Test func `a backup with an attachment whose bytes were changed is not restored`() async throws {
    // Given
    do {
      let server = try ServerDatabase(settings: settings)
      try await save(1, in: server)
      try await SQLiteServerStore(database: server).write(.main) { transaction in
        for piece in SampleBlob.abc.pieces(of: 2) { try transaction.append(piece, at: FixedClock.start) }
      }
    }
    let path = folder.file("backup.sqlite")
    try await maintenance.backUp(to: path)
    _ = try await maintenance.restore(from: path)
    // When
    var bytes = try folder.read("backup.sqlite")
    // The second piece, "c", is the last byte of its row.
    let piece = Array("ab".utf8)
    let place = try #require(bytes.indices.last { bytes[$0...].starts(with: piece) })
    bytes[place] ^= 1
    try folder.write(bytes, to: "backup.sqlite")
    // Then
    await #expect(
      throws: MaintenanceError.store(.corrupt(path: path, detail: "An attachment does not match its digest"))
    ) { try await maintenance.restore(from: path) }
  }

  @Test func `what a killed backup left is removed by the next one, and the copy of a running one stays`() async throws
  {
    // Given
    try await save(1, in: ServerDatabase(settings: settings))
    try folder.write([1, 2, 3], to: ".notesctl-copy-killed.sqlite")
    try folder.write([4], to: ".notesctl-copy-killed.sqlite-journal")
    let running = try StoreCopy(beside: folder.file("other.sqlite"))
    // When
    try await maintenance.backUp(to: folder.file("backup.sqlite"))
    // Then
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(left == [(running.path as NSString).lastPathComponent, "backup.sqlite", "server"].sorted())
    running.remove()
  }

  @Test func `a store gives the space of removed contents back`() async throws {
    // Given
    let server = try ServerDatabase(settings: settings)
    for number in 1...100 as ClosedRange<UInt64> { try await save(number, in: server) }
    try await server.write { try $0.execute(sql: "DELETE FROM item WHERE revision > 2") }
    // When
    let freed = try await maintenance.shrink()
    // Then
    #expect(freed > 5_000_000)
    #expect(try await maintenance.shrink() == 0)
    let count = try server.query { try $0.number("SELECT count(*) FROM item") }
    #expect(count == 2)
  }

  @Test func `a restored store can shrink, also when an earlier version created it`() async throws {
    // Given a store without auto-vacuum
    try await save(1, in: ServerDatabase(settings: settings))
    try StoreConnection(server: settings).withDatabase {
      try $0.execute(sql: "PRAGMA journal_mode = DELETE; PRAGMA auto_vacuum = NONE; VACUUM")
    }
    let backup = folder.file("backup.sqlite")
    // When
    try await maintenance.backUp(to: backup)
    _ = try await maintenance.restore(from: backup)
    // Then
    let database = try ServerDatabase(settings: settings)
    #expect(try database.query { try $0.number("PRAGMA auto_vacuum") } == 2)
  }

  @Test func `a restored vault is counted anew`() async throws {
    // Given
    try await save(1, in: ServerDatabase(settings: settings))
    let backup = folder.file("backup.sqlite")
    try await maintenance.backUp(to: backup)
    try await DatabaseQueue(path: backup).writeWithoutTransaction { try $0.execute(sql: "UPDATE vault SET notes = 99") }
    // When
    _ = try await maintenance.restore(from: backup)
    // Then
    #expect(try await maintenance.statistics().notes == 1)
  }

  @Test func `a store is not restored from itself`() async throws {
    try await save(1, in: ServerDatabase(settings: settings))
    await #expect(throws: MaintenanceError.sameFile(path: settings.path)) {
      try await maintenance.restore(from: settings.path)
    }
    let other = folder.file("link.sqlite")
    try FileManager.default.createSymbolicLink(atPath: other, withDestinationPath: settings.path)
    await #expect(throws: MaintenanceError.sameFile(path: other)) { try await maintenance.restore(from: other) }
  }

  @Test func `a store that cannot be opened is replaced, and kept with its log`() async throws {
    try await save(1, in: ServerDatabase(settings: settings))
    let backup = folder.file("backup.sqlite")
    try await maintenance.backUp(to: backup)
    try folder.write(Array("rubbish, and a lot of it, where a store should be".utf8), to: "server/server.sqlite")
    try folder.write([1, 2, 3], to: "server/server.sqlite-wal")
    #expect(try await maintenance.restore(from: backup) == settings.path + ".replaced-1")
    #expect(try folder.read("server/server.sqlite.replaced-1-wal") == [1, 2, 3])
    #expect(try await maintenance.statistics().notes == 1)
  }

  @Test func `a replaced store is kept with the contents of its log`() async throws {
    let backup = folder.file("backup.sqlite")
    do {
      let server = try ServerDatabase(settings: settings)
      try await save(1, in: server)
      try await maintenance.backUp(to: backup)
      try await save(2, in: server)
    }
    #expect(try !folder.read("server/server.sqlite-wal").isEmpty)
    let replaced = try #require(try await maintenance.restore(from: backup))
    let old = try DatabaseQueue(path: replaced)
    #expect(try await old.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM item") } == 2)
    #expect(try await maintenance.statistics().notes == 1)
  }
}
