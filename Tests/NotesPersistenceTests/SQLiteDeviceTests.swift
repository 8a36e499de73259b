import GRDB
import NotesDomain
import NotesTestSupport
import Testing

@testable import NotesPersistence

@Suite("A device's store in SQLite")
struct SQLiteDeviceTests {
  private let folder: TemporaryFolder
  private let store: DeviceStore
  private var path: String { folder.file("notes.db") }

  init() throws {
    folder = try TemporaryFolder()
    store = try .sqlite(path: folder.file("notes.db"), wallClock: FixedClock())
  }

  @Test("Fulfills the contract of the store of sync", arguments: SyncStoreContract.clauses)
  func sync(_ clause: SyncStoreContract.Clause) async throws {
    try await clause.check(store)
  }

  @Test("Fulfills the contract of the history", arguments: NoteHistoryContract.clauses)
  func history(_ clause: NoteHistoryContract.Clause) async throws {
    try await clause.check(store)
  }

  @Test("Fulfills the contract of the store of conflicts", arguments: ConflictStoreContract.clauses)
  func conflicts(_ clause: ConflictStoreContract.Clause) async throws {
    try await clause.check(store)
  }

  @Test("Fulfills the contract of names and links", arguments: LinkIndexContract.clauses)
  func links(_ clause: LinkIndexContract.Clause) async throws {
    let device = try SQLiteDevice(path: path)
    try await clause.check(LinkIndexContract.Store(notes: device.repository, links: device.links))
  }

  @Test("Large items of the vault are read a few at a time, and none is skipped")
  func largeItems() async throws {
    let items = (1...5).map { number in
      VaultItem(
        id: SequentialNoteIDGenerator.id(number), revision: Revision(Int64(number)),
        payload: [UInt8](repeating: UInt8(number), count: number == 3 ? 5_000_000 : 1_900_000))
    }
    try await SQLiteDevice(path: path).sync.write { transaction throws(StoreError) in
      try transaction.stage(items)
      for item in items { try transaction.saveUnreadable(item) }
      #expect(try transaction.staged(after: nil, limit: 500) == Array(items[0..<2]))
      #expect(try transaction.staged(after: items[1].id, limit: 500) == [items[2]])
      #expect(try transaction.staged(after: items[2].id, limit: 500) == Array(items[3...]))
      #expect(try transaction.unreadable(after: items[1].id, limit: 500) == [items[2]])
    }
  }

  @Test("An edit by another process between two steps of a sync is visible to the next step")
  func editBetween() async throws {
    let (syncing, editing) = (try SQLiteDevice(path: path), try SQLiteDevice(path: path))
    try await syncing.begin()
    try await syncing.adopt(.sample(1, body: "from the vault"), revision: 4)

    _ = try await editing.repository.update(SequentialNoteIDGenerator.id(1)) { $0.body = "edited" }

    let item = try await syncing.item(1)
    #expect(item?.base?.body == "from the vault")
    #expect(item?.local?.body == "edited")
    #expect(try await syncing.counts().pending == 1)
    try await syncing.adopt(.sample(2), revision: 5)
    let kinds = try await syncing.history.changeSets(before: nil, limit: 9).map(\.kind)
    #expect(kinds == [.sync, .local, .sync])
  }

  @Test("A process with an open store notices that another one began to sync")
  func beginsElsewhere() async throws {
    let (editing, syncing) = (try SQLiteDevice(path: path), try SQLiteDevice(path: path))
    try await editing.repository.insert([.sample(1)])
    try await syncing.begin()
    try await editing.repository.insert([.sample(2)])
    #expect(try await syncing.counts() == SyncCounts(notes: 2, pending: 2))
  }

  @Test("A full disk in the middle of a sync leaves the notes, their items and their history unchanged")
  func diskFull() async throws {
    let device = try SQLiteDevice(path: path)
    try await device.begin()
    try await device.adopt(.sample(1, body: "before"), revision: 1)
    let (item, sets) = (try await device.item(1), try await device.history.changeSets(before: nil, limit: 9))
    let pages = try device.database.pragma("page_count")
    try device.database.connection.withDatabase { try $0.execute(sql: "PRAGMA max_page_count = \(pages + 2)") }

    await #expect(throws: StoreError.diskFull(path: path)) {
      try await device.sync.write { transaction throws(StoreError) in
        let small = Note.sample(1, body: "after")
        try transaction.save(SyncItem(revision: Revision(2), base: small, local: small), for: small.id)
        let large = Note.sample(2, body: String(repeating: "many words ", count: 50_000))
        try transaction.save(SyncItem(revision: Revision(3), base: large, local: large), for: large.id)
      }
    }

    #expect(try await device.item(1) == item)
    #expect(try await device.item(2) == nil)
    #expect(try await device.history.changeSets(before: nil, limit: 9) == sets)
    #expect(try await device.repository.page(after: nil, limit: 9) == [.sample(1, body: "before")])
  }

  @Test("Remembering the last success does not change the durability of later writes")
  func remembering() async throws {
    let device = try SQLiteDevice(path: path)
    try await device.begin()
    try await device.sync.recordSuccess(at: Timestamp(millisecondsSince1970: 7))
    #expect(try device.database.pragma("synchronous") == 2)
  }

  @Test("Before the first sync, its tables are empty")
  func beforeTheFirstSync() async throws {
    let device = try SQLiteDevice(path: path)
    try await device.repository.insert([.sample(1)])
    _ = try await device.repository.update(SequentialNoteIDGenerator.id(1)) { $0.body = "edited" }
    #expect(try device.number("SELECT (SELECT count(*) FROM sync_item) + (SELECT count(*) FROM sync_base)") == 0)
  }

  @Test("A clean note is stored once")
  func cleanNotesAreStoredOnce() async throws {
    let device = try SQLiteDevice(path: path)
    try await device.begin()
    try await device.adopt(.sample(1, body: "base"), revision: 1)
    #expect(try device.number("SELECT count(*) FROM sync_base") == 0)
    _ = try await device.repository.update(SequentialNoteIDGenerator.id(1)) { $0.body = "edited" }
    #expect(try device.number("SELECT count(*) FROM sync_base") == 1)
    _ = try await device.repository.update(SequentialNoteIDGenerator.id(1)) { $0.body = "base" }
    #expect(try device.number("SELECT count(*) FROM sync_base") == 0)
  }

  @Test(
    "The queries of a sync that finds nothing to do use indexes",
    arguments: [
      "SELECT count(*) FROM sync_item WHERE dirty = 1 AND block IS NULL",
      "SELECT id FROM sync_item WHERE dirty = 1 AND block IS NULL ORDER BY id LIMIT 5",
      "SELECT id FROM sync_item WHERE block IS NOT NULL UNION SELECT id FROM sync_unreadable ORDER BY id",
    ])
  func plans(_ sql: String) throws {
    let device = try SQLiteDevice(path: path)
    let plan = try device.database.connection.withDatabase { try $0.all("EXPLAIN QUERY PLAN " + sql) { $0.text(3) } }
      .joined(
        separator: "; ")
    #expect(plan.contains("sync_item_pending") || plan.contains("sync_item_blocked"), "\(plan)")
  }
}
