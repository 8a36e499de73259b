import GRDB
import NotesDomain
import NotesTestSupport
import Testing

@testable import NotesStorage

@Suite("A store of the first version")
struct StoreUpgradeTests {
  /// The schema of the first version.
  private struct FirstSchema: StoreSchema {
    let applicationID = NoteSchema().applicationID
    let scripts = Array(NoteSchema().scripts.prefix(1))
  }

  private let folder: TemporaryFolder
  private let old: StoreConnection
  private var path: String { folder.file("notes.db") }

  init() throws {
    folder = try TemporaryFolder()
    old = try StoreConnection(schema: FirstSchema(), path: folder.file("notes.db"), busyTimeoutMilliseconds: 1)
    try old.write { database in
      for number in 1...3 as ClosedRange<UInt64> { _ = try database.insert(.sample(number, body: "old text")) }
    }
  }

  @Test("It is brought up to date, with its notes")
  func notes() async throws {
    let device = try SQLiteDevice(path: path)
    #expect(try device.database.pragma("user_version") == 2)
    #expect(try await device.repository.page(after: nil, limit: 9) == (1...3).map { .sample($0, body: "old text") })
    #expect(try await device.repository.search(SearchQuery("old")).hits.count == 3)
  }

  @Test("Its notes have no history but what they are, and none is in a set that could be taken back")
  func history() async throws {
    let device = try SQLiteDevice(path: path)
    let note = Note.sample(2, body: "old text")
    #expect(try await device.history.changeSets(before: nil, limit: 9) == [])
    let unknown = NoteVersion(changeSet: 0, made: note.modified, kind: .local, note: note)
    #expect(try await device.history.versions(of: note.id, limit: 9) == [unknown])
    let edited = try #require(try await device.repository.update(note.id) { $0.body = "new text" })
    let versions = try await device.history.versions(of: note.id, limit: 9)
    #expect(versions.map(\.note) == [edited, note])
    #expect(versions.last == unknown)
  }

  @Test("Its notes are what the vault has yet to hear of")
  func sync() async throws {
    let device = try SQLiteDevice(path: path)
    try await device.begin()
    #expect(try await device.counts() == SyncCounts(notes: 3, pending: 3))
  }

  @Test("When that fails halfway, it stays what it was")
  func failure() throws {
    try old.access { try $0.execute(sql: "CREATE TABLE conflict (x)") }
    #expect(throws: StoreError.self) { try SQLiteDevice(path: path) }
    let version = try old.access { try $0.number("PRAGMA user_version") }
    #expect(version == 1)
    #expect(try old.access { try $0.number("SELECT count(*) FROM sqlite_schema WHERE name = 'change_set'") } == 0)
    #expect(try old.access { try $0.number("SELECT count(*) FROM note") } == 3)
  }
}
