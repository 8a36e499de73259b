import Foundation
import GRDB
import NotesDomain
import NotesTestSupport
import Testing

@testable import NotesPersistence

@Suite("The checks of a device's store") struct StoreInspectorTests {
  private let folder: TemporaryFolder
  private let wallClock = FixedClock(Timestamp(millisecondsSince1970: 4_000_000_000_000))
  private var path: String { folder.file("data/notes.sqlite") }

  init() throws {
    folder = try TemporaryFolder()
  }

  private func inspect(isDeep: Bool = false, freeBytes: Int = 1 << 40) async -> StoreInspection {
    let settings = StoreSettings(path: path, busyTimeoutMilliseconds: 1)
    var files = StoreFileInspector(
      store: settings,
      others: InspectedFiles(drafts: folder.file("state/drafts"), credentials: folder.file("state/credentials")),
      wallClock: wallClock)
    files.freeBytes = { _ in freeBytes }
    return await SQLiteStoreInspector(settings: settings, schema: NoteSchema(), files: files, wallClock: wallClock)
      .inspect(isDeep: isDeep)
  }

  @discardableResult
  private func store(_ notes: Note...) async throws -> SQLiteDevice {
    let device = try SQLiteDevice(path: path)
    try await device.repository.insert(notes)
    return device
  }

  @Test func `a good store has no findings, and none of its files changes`() async throws {
    try await store(.sample(1, body: "see [[Other]] #Tag", tags: ["tag", "kitchen"]), .sample(2, title: "Other"))
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.file("data")).sorted()
    let (file, log) = (try folder.read("data/notes.sqlite"), try folder.read("data/notes.sqlite-wal"))
    let inspection = await inspect(isDeep: true)
    #expect(inspection.findings == [])
    #expect(inspection.schema == NoteSchema().version && inspection.contents == StoreContents(notes: 2))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("data")).sorted() == names)
    #expect(try folder.read("data/notes.sqlite") == file && folder.read("data/notes.sqlite-wal") == log)
  }

  @Test(arguments: [0o444, 0o666] as [UInt32])
  func `a store in a folder that cannot be written is inspected as it is read`(permissions: UInt32) async throws {
    let device = try await store(.sample(1))
    try device.database.connection.withDatabase { _ = try $0.checkpoint(.truncate) }
    // Permissions do not apply to the superuser, who may run this: a child process drops its privileges first.
    await #expect(processExitsWith: .success) {
      [source = path as String, target = folder.file("closed") as String, permissions] in
      try await ReadOnlyScenario(source: source, folder: target, sideFiles: [], permissions: permissions).inspect()
    }
  }

  @Test func `an empty file is no store`() async throws {
    try folder.write([], to: "data/notes.sqlite")
    chmod(path, 0o600)
    #expect(await inspect().findings.contains(.unusable(.notAStore(path: path))))
  }

  @Test func `a missing store is a note, and is not created`() async throws {
    let inspection = await inspect()
    #expect(inspection.findings == [.noStore(path: path)] && inspection.schema == nil)
    #expect(try folder.names() == [])
  }

  @Test func `a file that is no store, and one of a newer version, are found`() async throws {
    try folder.write(
      Array("Dear diary, this is a file of more than a hundred bytes, but no store".utf8), to: "data/notes.sqlite")
    chmod(path, 0o600)
    #expect(await inspect().findings.contains(.unusable(.notAStore(path: path))))
    try FileManager.default.removeItem(atPath: path)
    try await store(.sample(1)).database.connection.withDatabase { database in
      _ = try database.checkpoint(.truncate)
      try database.execute(sql: "PRAGMA user_version = 99")
    }
    let newer = StoreError.newerVersion(path: path, found: 99, supported: NoteSchema().version)
    #expect(await inspect().findings == [.unusable(newer)])
  }

  @Test func `a store of an earlier version is not migrated`() async throws {
    let device = try await store(.sample(1))
    try device.database.connection.withDatabase { try $0.execute(sql: "PRAGMA user_version = 5") }
    let finding = StoreFinding.olderVersion(path: path, found: 5, supported: NoteSchema().version)
    #expect(await inspect().findings == [finding])
    #expect(try device.database.pragma("user_version") == 5)
  }

  @Test(arguments: [
    ("DELETE FROM note_tag", StoreFinding.Index.tags), ("INSERT INTO note_tag VALUES ('stray', 1)", .tags),
    ("UPDATE note_attachment SET size = 4", .attachments), ("DELETE FROM note_name", .names),
    ("INSERT INTO note_link (rowid, names) VALUES (1, 'stray')", .links), ("DELETE FROM note_link_data", .links),
    ("UPDATE note SET body = 'other words'", .words),
    ("UPDATE note SET inline_tags = '[\"old\"]'; INSERT INTO note_tag VALUES ('old', 1)", .tags),
  ])
  func `an index that does not fit the notes is found`(statement: String, index: StoreFinding.Index) async throws {
    let attachment = try #require(Attachment(name: "a.txt", digest: SampleBlob.abc.digest, size: 3))
    let device = try await store(.sample(1, tags: ["kitchen"]) { $0.attachments = [attachment] })
    try await device.database.connection.write { try $0.execute(sql: statement) }
    #expect(await inspect().findings == [.wrongIndex(index)])
  }

  @Test func `damaged attachments are found only by a deep inspection`() async throws {
    let device = try await store(.sample(1))
    _ = try await device.blobs.add(SampleBlob.abc.piece(0..<3))
    try await device.database.connection.write { try $0.execute(sql: "UPDATE blob_chunk SET bytes = x'787878'") }
    #expect(await inspect().findings == [])
    #expect(await inspect(isDeep: true).findings == [.damagedAttachment(SampleBlob.abc.digest)])
  }

  @Test func `notes of the future and decisions that wait are found`() async throws {
    let future = Timestamp(millisecondsSince1970: 4_000_000_600_000)
    let device = try await store(.sample(1), .sample(2) { $0.modified = future })
    _ = try await device.conflicts.add(.sample(note: 1, copy: 5), copy: .sample(5))
    try await device.sync.write { transaction throws(StoreError) in
      var state = SyncState(device: DeviceID(bits: 1))
      state.deletionBrake = DeletionBrake(deletions: 30, notes: 40)
      try transaction.save(state: state)
      try transaction.saveUnreadable(
        VaultItem(id: SequentialNoteIDGenerator.id(9), revision: Revision(1), payload: [255]))
    }
    #expect(
      await inspect().findings == [
        .futureNotes(count: 1, last: SequentialNoteIDGenerator.id(2), time: future), .conflicts(1), .blockedNotes(1),
        .deletionBrake(DeletionBrake(deletions: 30, notes: 40)),
      ])
  }

  @Test func `encrypted vaults, and versions of them that are not used, are found`() async throws {
    let device = try await store(.sample(1))
    let keyring = KnownKeyring(Keyring(generation: 1, bytes: [1]), stage: .encrypting, owesCode: true)
    try await device.encryption.save(keyring, of: .main)
    let payloads = [[255], SetAsideVersion([1], because: .plainText).payload]
    try await device.sync.write { transaction throws(StoreError) in
      try transaction.save(state: SyncState(device: DeviceID(bits: 1)))
      for (number, payload) in payloads.enumerated() {
        let id = SequentialNoteIDGenerator.id(UInt64(number + 8))
        try transaction.saveUnreadable(VaultItem(id: id, revision: Revision(1), payload: payload))
      }
    }
    let inspection = await inspect()
    #expect(inspection.findings == [.blockedNotes(1), .setAsideVersions(1)])
    #expect(inspection.encryptedVaults == [EncryptedVault(.main, stage: .encrypting, owesCode: true)])
  }

  @Test func `files and folders that others can access are found, with their permissions`() async throws {
    try await store(.sample(1))
    try folder.write([], to: "state/drafts/Bread-abcdef.md")
    chmod(path, 0o640)
    chmod(folder.file("data"), 0o770)
    chmod(folder.file("state/drafts"), 0o700)
    chmod(folder.file("state"), 0o755)
    chmod(folder.file("state/drafts/Bread-abcdef.md"), 0o644)
    #expect(
      await inspect().findings == [
        .exposed(path: folder.file("data"), mode: 0o770, isFolder: true),
        .exposed(path: path, mode: 0o640, isFolder: false),
        .exposed(path: folder.file("state/drafts/Bread-abcdef.md"), mode: 0o644, isFolder: false),
      ])
  }

  @Test func `what killed processes and restores left is found`() async throws {
    try await store(.sample(1))
    try folder.write([1, 2], to: "data/.notesctl-copy-abcdef.sqlite")
    try folder.write([1, 2, 3], to: "data/notes.sqlite.replaced-1")
    chmod(path + ".replaced-1", 0o600)
    #expect(
      await inspect().findings == [
        .leftover(path: folder.file("data/.notesctl-copy-abcdef.sqlite"), bytes: 2),
        .replacedStore(path: path + ".replaced-1", bytes: 3),
      ])
  }

  @Test func `little free space is found`() async throws {
    try await store(.sample(1, body: String(repeating: "word ", count: 20_000)))
    let folder = folder.file("data")
    #expect(await inspect(freeBytes: 1 << 20).findings == [.lowSpace(path: folder, freeBytes: 1 << 20)])
    #expect(await inspect(freeBytes: 1 << 30).findings == [])
  }
}

@Suite("A store that does not exist") struct MissingStoreTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func open(_ missing: MissingStore) throws -> SQLiteNoteRepository {
    try SQLiteNoteRepository(settings: StoreSettings(path: folder.file("a/notes.sqlite"), missingStore: missing))
  }

  @Test func `it is refused with its path where a directory was chosen`() throws {
    #expect(throws: StoreError.missing(path: folder.file("a/notes.sqlite"))) { try open(.refused) }
    #expect(try folder.names() == [])
  }

  @Test func `it is read as a store without notes, which cannot be written`() async throws {
    let store = try open(.empty)
    #expect(try await store.list(NoteQuery()) == [])
    #expect(try await store.search(SearchQuery("word")).hits == [])
    #expect(try await store.statistics().active == 0)
    await #expect(throws: StoreError.self) { try await store.insert([.sample(1)]) }
    #expect(try folder.names() == [])
  }

  @Test func `it is created by default, and read by all others`() async throws {
    try await open(.created).insert([.sample(1)])
    #expect(try await open(.refused).list(NoteQuery()).count == 1)
    #expect(try await open(.empty).list(NoteQuery()).count == 1)
  }
}
