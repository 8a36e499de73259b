import GRDB
import NotesDomain
import NotesHosting
import NotesTestSupport
import Testing

@testable import NotesPersistence

@Suite("A server's store of the first version") struct ServerUpgradeTests {
  /// The schema of the first version.
  private struct FirstSchema: StoreSchema {
    let applicationID = ServerSchema().applicationID
    let scripts = Array(ServerSchema().scripts.prefix(1))
  }

  private struct FourthSchema: StoreSchema {
    let applicationID = ServerSchema().applicationID
    let scripts = Array(ServerSchema().scripts.prefix(4))
  }

  private let folder: TemporaryFolder
  private let old: StoreConnection
  private var settings: ServerStoreSettings { ServerStoreSettings(path: folder.file("server.sqlite")) }

  init() throws {
    folder = try TemporaryFolder()
    old = try StoreConnection(schema: FirstSchema(), path: folder.file("server.sqlite"), busyTimeout: .milliseconds(1))
    try old.write { database in
      try database.execute(
        sql: """
          INSERT INTO vault (name, head, horizon) VALUES ('main', 2, 1);
          INSERT INTO epoch (vault, place, bits, head) VALUES (1, 0, x'00000000000000000000000000000001', 0);
          INSERT INTO item (vault, id, revision, payload) VALUES (1, x'000000000000700080000000000000ff', 2, x'0102');
          INSERT INTO receipt (vault, device, number, head, digest, results)
          VALUES (1, x'00000000000000000000000000000005', 1, 2, x'03', x'')
          """)
    }
  }

  @Test func `it is migrated, with its vaults`() async throws {
    let database = try ServerDatabase(settings: settings)
    #expect(try database.query { try $0.number("PRAGMA user_version") } == ServerSchema().version)
    let contents = try await SQLiteServerStore(database: database).read(.main) { transaction in
      try transaction.contents()
    }
    #expect(contents.state.head == Revision(2) && contents.state.horizon == Revision(1))
    #expect(contents.items.map(\.payload) == [[1, 2]])
    #expect(contents.receipts.map(\.device) == [DeviceID(bits: 5)])
    #expect(try await SQLiteAccountStore(database: database).accounts() == [])
  }

  @Test func `a store of the version before has its vaults counted`() async throws {
    // Given a store of version 4
    let path = folder.file("fourth.sqlite")
    let fourth = try StoreConnection(schema: FourthSchema(), path: path, busyTimeout: .milliseconds(1))
    try await fourth.write { database in
      try database.execute(
        sql: """
          INSERT INTO vault (name, head, payload_bytes) VALUES ('main', 3, 2), ('other', 0, 0);
          INSERT INTO item (vault, id, revision, payload)
          VALUES (1, zeroblob(16), 1, x'0102'), (1, x'000102030405060708090A0B0C0D0E0F', 3, NULL);
          INSERT INTO receipt (vault, device, number, head, digest, results)
          VALUES (1, zeroblob(16), 1, 2, x'03', x''), (2, zeroblob(16), 1, 2, x'03', x'');
          INSERT INTO blob (vault, digest, size, received, touched) VALUES (1, zeroblob(32), 7, 0, 0);
          INSERT INTO item_blob (vault, item, digest) VALUES (1, zeroblob(16), zeroblob(32));
          """)
    }
    // When
    let store = try SQLiteServerStore(database: ServerDatabase(settings: ServerStoreSettings(path: path)))
    // Then
    #expect(
      try await store.read(.main) { try $0.size() }
        == VaultSize(notes: 1, tombstones: 1, receipts: 1, payloadBytes: 2, blobs: 1, blobBytes: 7, references: 1))
    try await store.write(.main) { try $0.remove(BlobDigest(bytes: [UInt8](repeating: 0, count: 32)) ?? .sample(0)) }
    #expect(try await store.read(.main) { try $0.size() }.blobBytes == 0)
  }

  @Test func `a migration that fails leaves it unchanged`() throws {
    try old.withDatabase { try $0.execute(sql: "CREATE TABLE blob (x)") }
    #expect(throws: StoreError.self) { try ServerDatabase(settings: settings) }
    #expect(try old.withDatabase { try $0.number("PRAGMA user_version") } == 1)
    #expect(try old.withDatabase { try $0.number("SELECT count(*) FROM sqlite_master WHERE name = 'account'") } == 0)
  }

  @Test func `a backup of it can be restored`() async throws {
    try old.withDatabase { try $0.execute(sql: "VACUUM INTO ?", arguments: [folder.file("old.sqlite")]) }
    let maintenance = SQLiteServerMaintenance(
      settings: ServerStoreSettings(path: folder.file("new/server.sqlite")), randomness: SeededRandomness())
    let before = try folder.read("old.sqlite")
    #expect(try await maintenance.restore(from: folder.file("old.sqlite")) == nil)
    #expect(try folder.read("old.sqlite") == before)
    let statistics = try await maintenance.statistics()
    #expect(statistics.notes == 1 && statistics.schema == ServerSchema().version)
  }
}
