import Foundation
import GRDB
import NotesDomain
import NotesTestSupport
import Synchronization
import Testing

@testable import NotesPersistence

@Suite("The reading connections of a server") struct ReaderPoolTests {
  private let folder: TemporaryFolder
  private var settings: ServerStoreSettings {
    ServerStoreSettings(path: folder.file("server.sqlite"), busyTimeout: .milliseconds(1))
  }

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test func `consecutive reads share a connection, and concurrent reads have one each`() throws {
    let opened = Mutex(0)
    let settings = settings
    let pool = try ReaderPool {
      opened.withLock { $0 += 1 }
      return try StoreConnection(server: settings)
    }
    func version(_ connection: StoreConnection) throws(StoreError) -> Int {
      try connection.withDatabase { try $0.number("PRAGMA user_version") }
    }
    for _ in 0..<3 { #expect(try pool.read(version) == ServerSchema().version) }
    #expect(opened.withLock { $0 } == 1)
    _ = try pool.read { _ in try pool.read(version) }
    #expect(opened.withLock { $0 } == 2)
    _ = try pool.read { _ in try pool.read(version) }
    #expect(opened.withLock { $0 } == 2)
  }

  @Test func `they refuse writes`() throws {
    let database = try ServerDatabase(settings: settings)
    #expect(throws: StoreError.self) { try database.query { try $0.execute(sql: "CREATE TABLE mark (name)") } }
  }

  @Test func `none is opened to a file that replaced the store`() throws {
    let database = try ServerDatabase(settings: settings)
    try FileManager.default.moveItem(atPath: settings.path, toPath: folder.file("moved.sqlite"))
    let other = try ServerDatabase(settings: settings)
    defer { withExtendedLifetime(other) {} }
    // The first connection is in use, so that another one is needed.
    let version = { (connection: Database) in try connection.number("PRAGMA user_version") }
    _ = try database.read { _ in
      #expect(throws: StoreError.self) { try database.read(version) }
    }
  }

  @Test func `a store that a newer program migrated meanwhile refuses writes`() async throws {
    let database = try ServerDatabase(settings: settings)
    let newer = ServerSchema().version + 1
    let error = StoreError.newerVersion(path: settings.path, found: newer, supported: newer - 1)
    try await database.write { try $0.execute(sql: "PRAGMA user_version = \(newer)") }
    await #expect(throws: error) { try await database.write { _ in } }
  }

  @Test func `a connection is usable again after a failed read`() throws {
    let database = try ServerDatabase(settings: settings)
    #expect(throws: StoreError.diskFull(path: "a")) { try database.read { _ in throw StoreError.diskFull(path: "a") } }
    #expect(try database.read { try $0.number("PRAGMA user_version") } == ServerSchema().version)
  }
}
