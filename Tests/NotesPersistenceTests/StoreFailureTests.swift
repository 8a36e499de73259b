import Foundation
import GRDB
import NotesDomain
import NotesTestSupport
import Testing

@testable import NotesPersistence

@Suite("Failures of the store")
struct StoreFailureTests {
  private let folder: TemporaryFolder
  private let store: SQLiteNoteRepository
  private var path: String { folder.file("notes.db") }

  init() throws {
    folder = try TemporaryFolder()
    store = try SQLiteNoteRepository(settings: StoreSettings(path: folder.file("notes.db"), busyTimeoutMilliseconds: 1))
  }

  @Test("A store that another connection writes to is locked for writing, and can be read")
  func locked() async throws {
    try await store.insert([.sample(1)])
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let other = try DatabaseQueue(path: path, configuration: configuration)
    try other.unsafeReentrantWrite { try $0.execute(sql: "BEGIN IMMEDIATE") }
    await #expect(throws: StoreError.locked(path: path)) { try await store.insert([.sample(2)]) }
    #expect(try await store.note(SequentialNoteIDGenerator.id(1)) == .sample(1))
    try other.unsafeReentrantWrite { try $0.execute(sql: "ROLLBACK") }
    try await store.insert([.sample(2)])
  }

  @Test("A full disk is reported as such, and no part of a transaction is written")
  func diskFull() async throws {
    try await store.insert([.sample(1)])
    let pages = try store.database.pragma("page_count")
    try store.database.connection.withDatabase { try $0.execute(sql: "PRAGMA max_page_count = \(pages + 2)") }
    let large = Note.sample(2, body: String(repeating: "many words ", count: 50_000))
    await #expect(throws: StoreError.diskFull(path: path)) { try await store.insert([.sample(3), large]) }
    #expect(try await store.page(after: nil, limit: 10) == [.sample(1)])
    await #expect(throws: StoreError.diskFull(path: path)) {
      try await store.update(SequentialNoteIDGenerator.id(1)) { $0.body = large.body }
    }
    try store.database.connection.withDatabase { try $0.execute(sql: "PRAGMA max_page_count = 1000000") }
    try await store.insert([large])
  }

  @Test("A damaged page is reported as damage")
  func corruptPage() async throws {
    try await store.insert((1...200).map { .sample($0, body: String(repeating: "words ", count: 300)) })
    try store.database.connection.withDatabase { _ = try $0.checkpoint(.truncate) }
    var bytes = try folder.read("notes.db")
    for offset in stride(from: 2 * 32768, to: bytes.count, by: 32768) {
      for byte in 0..<64 { bytes[offset + byte] = 0xFF }
    }
    try folder.write(bytes, to: "damaged.db")
    let path = folder.file("damaged.db")
    let error = await #expect(throws: StoreError.self) {
      try await SQLiteNoteRepository(settings: StoreSettings(path: path)).page(after: nil, limit: 1000)
    }
    guard case .corrupt(path, _)? = error else {
      Issue.record("The error was \(String(describing: error))")
      return
    }
  }

  @Test("A truncated file is not read as an empty store")
  func cutShort() async throws {
    try await store.insert((1...50).map { .sample($0, body: String(repeating: "words ", count: 300)) })
    try store.database.connection.withDatabase { _ = try $0.checkpoint(.truncate) }
    try folder.write(try folder.read("notes.db").prefix(20_000), to: "cut.db")
    await #expect(throws: StoreError.self) {
      try await SQLiteNoteRepository(settings: StoreSettings(path: folder.file("cut.db"))).page(after: nil, limit: 10)
    }
  }

  @Test("A failed call leaves no transaction open")
  func afterAFailure() async throws {
    try await store.insert([.sample(1)])
    await #expect(throws: StoreError.self) { try await store.insert([.sample(2), .sample(1)]) }
    try await store.insert([.sample(2)])
    #expect(try await store.list(NoteQuery()).count == 2)
  }

  @Test("A failure while links are mended leaves the note its name")
  func mending() async throws {
    let notes: [Note] = [.sample(1, title: "Tea"), .sample(2, body: "[[Tea]]")]
    try await store.insert(notes)
    try store.database.connection.withDatabase { database in
      try database.execute(
        sql: """
          CREATE TRIGGER refuse BEFORE UPDATE ON note WHEN new.body = '[[Coffee]]'
          BEGIN SELECT raise(ABORT, 'refused'); END
          """)
    }
    await #expect(throws: StoreError.self) {
      try await store.update(SequentialNoteIDGenerator.id(1)) { $0.title = "Coffee" }
    }
    #expect(try await store.page(after: nil, limit: 10) == notes)
    try store.database.connection.withDatabase { try $0.execute(sql: "DROP TRIGGER refuse") }
    _ = try await store.update(SequentialNoteIDGenerator.id(1)) { $0.title = "Coffee" }
    #expect(try await store.note(SequentialNoteIDGenerator.id(2))?.body == "[[Coffee]]")
  }

  @Test("A store in a read-only folder can be read, and refuses writes")
  func readOnly() async throws {
    try await store.insert([.sample(1)])
    try store.database.connection.withDatabase { _ = try $0.checkpoint(.truncate) }
    // Permissions do not apply to the superuser, who may run this: a child process drops its privileges first.
    await #expect(processExitsWith: .success) {
      [source = path as String, target = folder.file("closed") as String] in
      try await ReadOnlyScenario(source: source, folder: target, sideFiles: []).run()
    }
  }

  @Test("In a read-only folder, the write-ahead log is read too")
  func readOnlyWithLog() async throws {
    try await store.insert([.sample(1)])
    #expect(try !folder.read("notes.db-wal").isEmpty)
    await #expect(processExitsWith: .success) {
      [source = path as String, target = folder.file("closed") as String] in
      try await ReadOnlyScenario(source: source, folder: target, sideFiles: ["-wal", "-shm"]).run()
    }
  }

  @Test("A store whose write-ahead log cannot be read is refused, since its file is out of date")
  func readOnlyWithoutIndexOfTheLog() async throws {
    try await store.insert([.sample(1)])
    await #expect(processExitsWith: .success) {
      [source = path as String, target = folder.file("closed") as String] in
      try ReadOnlyScenario(source: source, folder: target, sideFiles: ["-wal"]).refuse()
    }
  }

  @Test(
    "A file and its folder are readable by their owner only, with any umask", arguments: [0o000, 0o022, 0o077])
  func permissions(_ mask: UInt32) async throws {
    await #expect(processExitsWith: .success) { [target = folder.file("umask/notes.db") as String, mask] in
      umask(mode_t(mask))
      try await SQLiteNoteRepository(settings: StoreSettings(path: target)).insert([.sample(1)])
    }
    #expect(try folder.permissions("umask") == 0o700)
    for name in ["notes.db", "notes.db-wal", "notes.db-shm"] {
      #expect(try folder.permissions("umask/" + name) == 0o600, "\(name)")
    }
  }
}
