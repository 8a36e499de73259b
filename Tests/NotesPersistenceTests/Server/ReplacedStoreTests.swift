import Foundation
import GRDB
import NotesDomain
import NotesHosting
import NotesTestSupport
import Testing

@testable import NotesPersistence

@Suite("Files of a server's store that are moved by hand") struct ReplacedStoreTests {
  private let folder: TemporaryFolder
  private let settings: ServerStoreSettings
  private var path: String { settings.path }

  init() throws {
    folder = try TemporaryFolder()
    settings = ServerStoreSettings(path: folder.file("server.sqlite"), busyTimeout: .milliseconds(1))
  }

  private func save(_ number: UInt64, in database: ServerDatabase) async throws {
    try await SQLiteServerStore(database: database).write(.main) { transaction in
      let start = VaultState.Start(epoch: Epoch(bits: 1), head: .none)
      try transaction.save(state: VaultState(epochs: [start], head: Revision(Int64(number))))
      try transaction.save(
        VaultItem(
          id: SequentialNoteIDGenerator.id(number), revision: Revision(Int64(number)),
          payload: Array(repeating: UInt8(number), count: 20_000)))
    }
  }

  @Test(arguments: [true, false])
  func `a store that is removed or replaced while it is open accepts no write, and is not healthy`(
    isReplaced: Bool
  ) async throws {
    // Given
    let database = try ServerDatabase(settings: settings)
    try await save(1, in: database)
    #expect(try database.health() == .ready)
    // When
    try FileManager.default.moveItem(atPath: path, toPath: path + ".old")
    if isReplaced { try FileManager.default.copyItem(atPath: path + ".old", toPath: path) }
    // Then
    await #expect(throws: StoreError.replaced(path: path)) { try await save(2, in: database) }
    #expect(throws: StoreError.replaced(path: path)) { try database.health() }
    // When it is put back
    try? FileManager.default.removeItem(atPath: path)
    try FileManager.default.moveItem(atPath: path + ".old", toPath: path)
    // Then
    try await save(2, in: database)
    #expect(try database.health() == .ready)
  }

  @Test func `a store that is removed during a transaction is not answered as written`() async throws {
    let database = try ServerDatabase(settings: settings)
    try await save(1, in: database)
    let path = path
    await #expect(throws: StoreError.replaced(path: path)) {
      try await database.write { _ in unlink(path) }
    }
  }

  @Test func `a server that stops leaves no log`() async throws {
    let database = try ServerDatabase(settings: settings)
    try await save(1, in: database)
    #expect(try !folder.read("server.sqlite-wal").isEmpty)
    await SQLiteServerStore(database: database).consolidate()
    #expect(try folder.read("server.sqlite-wal").isEmpty)
    #expect(
      try await SQLiteServerStore(database: ServerDatabase(settings: settings)).read(.main) { try $0.size() }.notes == 1
    )
  }

  @Test func `a store beside the log of another file is refused`() async throws {
    // Given an older file, and a log with later changes, as after a crash
    do {
      let database = try ServerDatabase(settings: settings)
      try await save(1, in: database)
      database.consolidate()
    }
    try FileManager.default.copyItem(atPath: path, toPath: folder.file("older.sqlite"))
    do {
      let database = try ServerDatabase(settings: settings)
      for number in 2...40 as ClosedRange<UInt64> { try await save(number, in: database) }
      database.consolidate()
    }
    let connection = try StoreConnection(server: settings)
    try await connection.write { try $0.execute(sql: "UPDATE item SET payload = zeroblob(30000) WHERE revision > 30") }
    // When
    #expect(rename(folder.file("older.sqlite"), path) == 0)
    // Then
    let error = #expect(throws: StoreError.self) { try ServerDatabase(settings: settings) }
    guard case .corrupt(path, let detail)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(detail.contains("belongs to another file"))
    withExtendedLifetime(connection) {}
  }

  @Test func `a store that was copied together with its log is opened`() async throws {
    // Given
    do { try await save(1, in: ServerDatabase(settings: settings)) }
    let connection = try StoreConnection(server: settings)
    try await connection.write { try $0.execute(sql: "UPDATE item SET payload = zeroblob(30000)") }
    let copy = ServerStoreSettings(path: folder.file("copy.sqlite"), busyTimeout: .milliseconds(1))
    for suffix in ["", "-wal"] { try FileManager.default.copyItem(atPath: path + suffix, toPath: copy.path + suffix) }
    // When, then
    let store = try SQLiteServerStore(database: ServerDatabase(settings: copy))
    #expect(try await store.read(.main) { try $0.item(SequentialNoteIDGenerator.id(1)) }?.payload?.count == 30_000)
    withExtendedLifetime(connection) {}
  }

  @Test func `a store that every user can access is refused`() async throws {
    do { try await save(1, in: ServerDatabase(settings: settings)) }
    chmod(path, 0o666)
    let error = #expect(throws: StoreError.self) { try ServerDatabase(settings: settings) }
    #expect(error.map { "\($0)" }?.contains("chmod 600 \(path)") == true)
    chmod(path, 0o660)
    _ = try ServerDatabase(settings: settings)
  }
}
