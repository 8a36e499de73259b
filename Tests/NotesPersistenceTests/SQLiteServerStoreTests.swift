import GRDB
import NotesDomain
import NotesHosting
import NotesTestSupport
import Synchronization
import Testing
import Wiring

@testable import NotesPersistence

@Suite("The server's store in SQLite") struct SQLiteServerStoreTests {
  private let folder: TemporaryFolder
  private let settings: ServerStoreSettings
  private let store: SQLiteServerStore

  init() throws {
    folder = try TemporaryFolder()
    settings = ServerStoreSettings(path: folder.file("server/vaults.db"))
    store = try SQLiteServerStore(database: ServerDatabase(settings: settings))
  }

  @Test("Fulfills the contract of its port", arguments: ServerStoreContract.clauses)
  func contract(_ clause: ServerStoreContract.Clause) async throws {
    try await clause.check(store)
  }

  @Test func `contents are still there when the file is opened again`() async throws {
    let contents = sample
    try await store.write(.main) { transaction in try transaction.replace(with: contents) }
    let reopened = try SQLiteServerStore(database: ServerDatabase(settings: settings))
    #expect(
      try await reopened.read(.main) { transaction in try transaction.contents() } == contents)
  }

  @Test func `the file and its folder are readable by their owner only`() async throws {
    try await store.write(.main) { [sample] transaction in try transaction.replace(with: sample) }
    #expect(try folder.permissions("server") == 0o700)
    for name in ["vaults.db", "vaults.db-wal"] { #expect(try folder.permissions("server/" + name) == 0o600, "\(name)") }
  }

  @Test func `a transaction is on the disk when it ends`() throws {
    #expect(try pragma("journal_mode") == "wal")
    #expect(try pragma("synchronous") == "2")
    #expect(try pragma("application_id") == "\(0x6E73_7276)")
    #expect(try pragma("user_version") == "\(ServerSchema().version)")
  }

  @Test func `a store of notes is not opened as a server's store, nor the other way round`() throws {
    let notes = folder.file("notes.db")
    _ = try NoteDatabase(settings: StoreSettings(path: notes))
    let before = try folder.read("notes.db")
    #expect(throws: StoreError.notAStore(path: notes)) {
      try ServerDatabase(settings: ServerStoreSettings(path: notes))
    }
    #expect(try folder.read("notes.db") == before)
    #expect(throws: StoreError.notAStore(path: settings.path)) {
      try NoteDatabase(settings: StoreSettings(path: settings.path))
    }
  }

  @Test func `a store of a newer version is refused`() async throws {
    let version = ServerSchema().version
    try await store.database.write { try $0.execute(sql: "PRAGMA user_version = \(version + 1)") }
    #expect(throws: StoreError.newerVersion(path: settings.path, found: version + 1, supported: version)) {
      try ServerDatabase(settings: settings)
    }
  }

  @Test func `an unreadable receipt is reported as damage`() async throws {
    try await store.write(.main) { [sample] transaction in try transaction.replace(with: sample) }
    try await store.database.write { try $0.execute(sql: "UPDATE receipt SET results = x'09'") }
    let error = await #expect(throws: StoreError.self) {
      try await store.read(.main) { transaction in
        try transaction.receipt(of: DeviceID(bits: 5))
      }
    }
    guard case .corrupt(settings.path, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `a revision is used once`() async throws {
    await #expect(throws: StoreError.self) {
      try await store.write(.main) { transaction in
        for number in [1, 2] as [UInt64] {
          try transaction.save(
            VaultItem(id: SequentialNoteIDGenerator.id(number), revision: Revision(1), payload: nil))
        }
      }
    }
  }

  @Test(
    arguments: [
      "SELECT id, revision, payload FROM item WHERE vault = 1 AND revision > 5 ORDER BY revision LIMIT 3":
        "item_revision",
      "SELECT revision, payload IS NULL, length(payload) FROM item WHERE vault = 1 AND id = x'00'": "item_id",
      "DELETE FROM item WHERE vault = 1 AND payload IS NULL AND revision <= 3": "item_tombstone",
      "SELECT digest FROM item_blob WHERE vault = 1 AND item = x'00' ORDER BY digest": "PRIMARY KEY",
      "DELETE FROM item_blob WHERE vault = 1 AND item = x'00' AND digest = x'00'": "PRIMARY KEY",
      "SELECT digest, id FROM blob WHERE vault = 1 AND digest = x'00'": "blob_digest",
      "DELETE FROM blob_chunk WHERE vault = 1 AND blob = 1": "blob_chunk_position",
    ]
  ) func `no query scans all items`(sql: String, index: String) throws {
    let plan = try store.database.query { database in
      try Row.fetchAll(database, sql: "EXPLAIN QUERY PLAN " + sql).map { row in row["detail"] as String? ?? "" }
    }
    #expect(plan.count == 1 && plan[0].hasPrefix("SEARCH ") && plan[0].contains(index), "\(plan)")
  }

  @Test func `small pieces of a blob are joined, so that its size limits its rows`() async throws {
    // Given
    let row = StoredBlob.minimumRowBytes
    let size = 2 * row + 1
    // When
    try await store.write(.main) { transaction in
      for offset in stride(from: 0, to: size, by: 256) {
        let bytes = [UInt8](repeating: 7, count: min(256, size - offset))
        try transaction.append(
          BlobPiece(digest: .sample(1), size: size, offset: offset, bytes: bytes), at: FixedClock.start)
      }
    }
    // Then
    let lengths = try store.database.query {
      try Int.fetchAll($0, sql: "SELECT length(bytes) FROM blob_chunk ORDER BY position")
    }
    #expect(lengths == [row, row, 1])
  }

  @Test func `vaults of version 1 are migrated, with the size of their notes`() async throws {
    let old = ServerStoreSettings(path: folder.file("old.db"))
    let connection = try StoreConnection(schema: FirstServerSchema(), path: old.path, busyTimeout: .seconds(1))
    try connection.withDatabase { database in
      try database.execute(
        sql: """
          INSERT INTO vault (name, head) VALUES ('main', 2), ('other', 0);
          INSERT INTO item (vault, id, revision, payload) VALUES (1, zeroblob(16), 1, x'010203'),
            (1, x'0102030405060708090A0B0C0D0E0F10', 2, NULL);
          """)
    }
    let store = try SQLiteServerStore(database: ServerDatabase(settings: old))
    let size = try await store.read(.main) { transaction in try transaction.size() }
    #expect(size == VaultSize(notes: 1, tombstones: 1, receipts: 0, payloadBytes: 3))
  }

  @Test func `the size of a large vault is read from its row, and a batch writes the row once`() async throws {
    // Given
    let contents = sample
    try await store.write(.main) { transaction in try transaction.replace(with: contents) }
    // When
    let statements = Mutex<[String]>([])
    try await store.database.write { connection in
      connection.trace { event in statements.withLock { $0.append("\(event)") } }
    }
    _ = try await store.write(.main) { transaction in
      _ = try transaction.size()
      guard var state = try transaction.state() else { return }
      _ = try transaction.receipt(of: DeviceID(bits: 5))
      for number in 2...3 as ClosedRange<UInt64> {
        _ = try transaction.version(of: SequentialNoteIDGenerator.id(number))
        state.head = state.head.next
        try transaction.save(
          VaultItem(id: SequentialNoteIDGenerator.id(number), revision: state.head, payload: [1]))
      }
      try transaction.save(state: state)
      try transaction.save(
        BatchReceipt(device: DeviceID(bits: 5), number: 2, digest: [4], results: [], head: state.head))
    }
    // Then
    // Without the commit of the transaction that began the trace.
    let kinds = statements.withLock { $0 }.dropFirst().map { $0.split(separator: " ").prefix(1).joined() }
    #expect(
      kinds == [
        "BEGIN", "PRAGMA", "SELECT", "SELECT", "SELECT", "SELECT", "INSERT", "SELECT", "INSERT", "INSERT", "UPDATE",
        "COMMIT",
      ], "\(statements.withLock { $0 })")
  }

  @Test func `the counters equal what the tables contain, after the contract's random writes`() async throws {
    for clause in ServerStoreContract.counters { try await clause.check(store) }
    let counted = try await store.database.write { database in
      try VaultRow.find("main", in: database)?.countedSize(in: database)
    }
    #expect(try await store.read(.main) { try $0.size() } == counted)
  }

  @Test func `references that stay are not written again`() async throws {
    // Given
    try await store.write(.main) { transaction in
      try transaction.save(
        references: [SequentialNoteIDGenerator.id(1): [.sample(1), .sample(2)]], at: FixedClock.start)
    }
    // When
    let changes = try await store.database.write { connection in
      let transaction = try SQLiteServerTransaction(vault: .main, database: connection)
      let before = connection.totalChangesCount
      try transaction.save(
        references: [SequentialNoteIDGenerator.id(1): [.sample(1), .sample(2)]], at: FixedClock.start)
      let unchanged = connection.totalChangesCount - before
      try transaction.save(
        references: [SequentialNoteIDGenerator.id(1): [.sample(2), .sample(3)]], at: FixedClock.start)
      return [unchanged, connection.totalChangesCount - before]
    }
    // Then
    #expect(changes == [0, 2])
  }

  @Test func `the module binds the store, and opens it once`() async throws {
    let graph = try Plan(
      (any ServerStore).self, modules: [ServerPersistenceModule(), ServerSettingsModule(settings: settings)]
    ).build()
    let contents = sample
    try await graph.root.write(.main) { transaction in try transaction.replace(with: contents) }
    #expect(try await store.vaults() == [.main])
  }

  private var sample: VaultContents {
    VaultContents(
      state: VaultState(
        epochs: [VaultState.Start(epoch: Epoch(bits: 1), head: .none)], head: Revision(2), horizon: Revision(1)),
      items: [VaultItem(id: SequentialNoteIDGenerator.id(1), revision: Revision(2), payload: [1, 2])],
      receipts: [
        BatchReceipt(
          device: DeviceID(bits: 5), number: 1, digest: [3], results: [.applied(Revision(2))], head: Revision(2))
      ])
  }

  private func pragma(_ name: String) throws -> String? {
    try store.database.query { try String.fetchOne($0, sql: "PRAGMA \(name)") }
  }
}

/// The first version of the server's schema.
private struct FirstServerSchema: StoreSchema {
  let applicationID = ServerSchema().applicationID
  let scripts = Array(ServerSchema().scripts.prefix(1))
}

private struct ServerSettingsModule: Module {
  let settings: ServerStoreSettings

  func configure(_ binder: inout Binder) {
    binder.bind(ServerStoreSettings.self, to: settings)
    binder.bind((any Randomness).self, to: SeededRandomness())
  }
}
