import NotesDomain
import NotesHosting
import NotesServer
import Testing
import Wiring

@testable import NotesPostgres
@testable import NotesTestSupport

@Suite("The server's store in PostgreSQL") struct PostgresStoreTests {
  private let test: TestDatabase
  private let accounts: PostgresAccountStore

  init() async throws {
    test = try await TestDatabase()
    accounts = PostgresAccountStore(database: test.database)
  }

  @Test("Fulfills the contract of its port", arguments: ServerStoreContract.clauses)
  func contract(_ clause: ServerStoreContract.Clause) async throws {
    try await clause.check(test.store)
  }

  @Test("Fulfills the contract with the rights to rows alone", arguments: ServerStoreContract.clauses)
  func contractWithoutOwnership(_ clause: ServerStoreContract.Clause) async throws {
    try await clause.check(test.nodeWithoutOwnership().store)
  }

  @Test("Fulfills the contract of accounts with the rights to rows alone", arguments: AccountStoreContract.clauses)
  func accountContractWithoutOwnership(_ clause: AccountStoreContract.Clause) async throws {
    let node = try await test.nodeWithoutOwnership()
    try await clause.check(
      AccountStoreContract.Subject(accounts: PostgresAccountStore(database: node.database), vaults: node.store))
  }

  @Test("Fulfills the contract of accounts", arguments: AccountStoreContract.clauses)
  func accountContract(_ clause: AccountStoreContract.Clause) async throws {
    try await clause.check(AccountStoreContract.Subject(accounts: accounts, vaults: test.store))
  }

  @Test("Fulfills the contract of the log", arguments: AuditStoreContract.clauses)
  func auditContract(_ clause: AuditStoreContract.Clause) async throws {
    try await clause.check(PostgresAuditStore(database: test.database))
  }

  @Test("Fulfills the contract of the store's lock", arguments: ServerStoreLockContract.clauses)
  func lockContract(_ clause: ServerStoreLockContract.Clause) async throws {
    try await clause.check(
      ServerStoreLockContract.Subject(lock: PostgresServerStoreLock(database: test.database)) {
        try await TestDatabase.Node(listeningTo: test.node())
      })
  }

  @Test(.timeLimit(.minutes(5))) func `a node that does not get its share of the lock back is not ready until it does`()
    async throws
  {
    // Given a node that does not listen yet, as one that has lost its connection
    let node = try test.node().database
    #expect(try await node.health() == .ready)
    let lock = PostgresServerStoreLock(database: test.database)
    var messages = try await lock.withLock { () async throws(MaintenanceError) in
      // When
      let messages = PostgresMessenger(database: node, randomness: SeededRandomness(seed: 3)).messages()
      while (try? await node.health()) != nil { await Task.yield() }
      // Then
      await #expect(throws: StoreError(PostgresError.locked, at: node.pool.address.name)) { try await node.health() }
      return messages
    }.makeAsyncIterator()
    #expect(await messages.next() == .gap)
    #expect(try await node.health() == .ready)
  }

  @Test func `while a command has the lock, only the command writes`() async throws {
    // Given a node that does not listen, and so has no share of the lock
    let node = try test.node()
    @Sendable func write(_ database: TestDatabase) async throws(StoreError) {
      try await database.store.write(.main) { try $0.save(state: VaultState(epochs: [])) }
    }
    try await write(node)
    // When
    try await test.stores.lock.withLock { () async throws(MaintenanceError) -> Void in
      // Then
      await #expect(throws: StoreError(PostgresError.locked, at: node.database.pool.address.name)) {
        try await write(node)
      }
      do throws(StoreError) { try await write(test) } catch { throw .store(error) }
    }
    try await write(node)
  }

  @Test func `while another session has the lock, a node is not ready`() async throws {
    // Given a node that does not listen, and so has no share of the lock
    let node = try test.node()
    #expect(try await node.database.health() == .ready)
    try await test.stores.lock.withLock { () async throws(MaintenanceError) -> Void in
      await #expect(throws: StoreError(PostgresError.locked, at: node.database.pool.address.name)) {
        try await node.database.health()
      }
    }
    #expect(try await node.database.health() == .ready)
  }

  @Test func `a database that is open to all roles is reported, and one that is not is not`() async throws {
    // Given a database as PostgreSQL creates it
    let cluster = try await PostgresCluster.shared
    let name = try await cluster.makeDatabase()
    let own = try TestDatabase(address: "postgres:///\(name)?host=\(cluster.folder)&user=notes")
    var events = own.database.events().makeAsyncIterator()
    #expect(await events.next() == .openToAllRoles)
    // When
    try own.run("REVOKE CONNECT ON DATABASE \(name) FROM PUBLIC")
    let node = try own.node().database
    node.listening.missMessages()
    // Then
    var later = node.events().makeAsyncIterator()
    #expect(await later.next() == .messagesMissing)
  }

  @Test(.timeLimit(.minutes(5))) func `a node that could never listen is not ready`() async throws {
    let database = try TestDatabase(address: test.address, directAddress: "postgres:///notes?host=/nowhere").database
    #expect(try await database.health() == .ready)
    let messages = PostgresMessenger(database: database, randomness: SeededRandomness(seed: 3)).messages()
    while (try? await database.health()) != nil { await Task.yield() }
    await #expect(throws: StoreError.self) { try await database.health() }
    withExtendedLifetime(messages) {}
  }

  @Test func `a database behind a pooler is locked`() async throws {
    let test = try await TestDatabase.pooled()
    let lock = PostgresServerStoreLock(database: test.database)
    try await lock.withLock { () async throws(MaintenanceError) -> Void in
      await #expect(throws: MaintenanceError.inUse(path: test.database.pool.address.name)) {
        try await lock.withLock {}
      }
    }
  }

  @Test("A server over it fulfills the contract of sync", arguments: SyncServiceContract.clauses)
  func syncContract(_ clause: SyncServiceContract.Clause) async throws {
    let services = try services()
    try await clause.check(
      SyncServiceContract.Subject(service: services.sync, administration: services.administration))
  }

  @Test("A server over it fulfills the contract of blobs", arguments: BlobServiceContract.clauses)
  func blobContract(_ clause: BlobServiceContract.Clause) async throws {
    try await clause.check(services().blobs)
  }

  @Test func `an event that is added again after its outcome was unknown is in the log once`() async throws {
    let log = PostgresAuditStore(database: test.database)
    let entries = [AuditEvent.Kind.signIn, .purge, .revocation].map {
      AuditEntry(time: FixedClock.start, event: AuditEvent($0))
    }
    for count in 1...3 { try await log.append(Array(entries.prefix(count)), limits: AuditLimits()) }
    #expect(try await log.entries(limit: 10, of: nil) == entries.reversed())
  }

  @Test func `no table contains rows of a removed vault`() async throws {
    // Given
    let account = try AccountStoreContract.account("ada")
    _ = try await accounts.add(account, hash: AccountStoreContract.first)
    try await test.store.write(account.vault) { transaction in
      try transaction.append(BlobPiece(digest: .sample(1), size: 1, offset: 0, bytes: [1]), at: FixedClock.start)
      try transaction.replace(
        with: VaultContents(
          state: ServerStoreContract.state(head: 1), items: [ServerStoreContract.item(1, at: 1)],
          receipts: [ServerStoreContract.receipt(5)], references: [ServerStoreContract.id(1): [.sample(1)]]))
    }
    let tables = ["vault", "item", "receipt", "blob", "blob_chunk", "item_blob", "account"]
    #expect(try await rows(in: tables) == tables.map { _ in 1 })
    // When
    _ = try await accounts.remove(account.name)
    // Then
    #expect(try await rows(in: tables) == tables.map { _ in 0 })
  }

  @Test func `small pieces of a blob are joined, so that its size limits its rows`() async throws {
    // Given
    let row = StoredBlob.minimumRowBytes
    let size = 2 * row + 1
    // When
    try await test.store.write(.main) { transaction in
      for offset in stride(from: 0, to: size, by: 256) {
        let bytes = [UInt8](repeating: 7, count: min(256, size - offset))
        try transaction.append(
          BlobPiece(digest: .sample(1), size: size, offset: offset, bytes: bytes), at: FixedClock.start)
      }
    }
    // Then
    let lengths = try await test.database.query { connection in
      try connection.all("SELECT octet_length(bytes)::bigint FROM blob_chunk ORDER BY position") { $0.int(0) }
    }
    #expect(lengths == [row, row, 1])
  }

  @Test func `a blob whose pieces an earlier version stored one by one is read`() async throws {
    // Given
    try await test.store.write(.main) { transaction in
      try transaction.append(BlobPiece(digest: .sample(1), size: 4, offset: 0, bytes: [1]), at: FixedClock.start)
    }
    try test.run(
      """
      INSERT INTO blob_chunk (vault, blob, position, bytes)
      SELECT vault, id, number, decode(lpad((number + 1)::text, 2, '0'), 'hex') FROM blob, generate_series(1, 3) AS number;
      UPDATE blob SET received = 4;
      """)
    // When
    let bytes = try await test.store.read(.main) { transaction in
      try transaction.bytes(of: .sample(1), from: 1, limit: 2)
    }
    // Then
    #expect(bytes == [2, 3])
  }

  @Test func `a revision is used once`() async throws {
    await #expect(throws: StoreError.self) {
      try await test.store.write(.main) { transaction in
        for number in [1, 2] as [UInt64] { try transaction.save(ServerStoreContract.tombstone(number, at: 1)) }
      }
    }
  }

  @Test func `a label with a zero byte is stored, with a replacement for the byte`() async throws {
    let account = try AccountStoreContract.account("ada")
    _ = try await accounts.add(account, hash: AccountStoreContract.first)
    let device = SignedInDevice(
      id: SignedInDeviceID(bits: 1), label: "a\0b", signedIn: FixedClock.start, lastSeen: FixedClock.start)
    _ = try await accounts.add(
      device, digest: AccountStoreContract.digest(1), to: account.name, knownBy: AccountStoreContract.first, limit: 1)
    #expect(try await accounts.devices(of: account.name).map(\.label) == ["a\u{FFFD}b"])
  }

  @Test func `the counters equal what the tables contain, after the contract's random writes`() async throws {
    for clause in ServerStoreContract.counters { try await clause.check(test.store) }
    let counted = try await test.database.query { connection in
      try connection.first(
        """
        SELECT (SELECT count(payload) FROM item), (SELECT count(*) - count(payload) FROM item),
          (SELECT count(*) FROM receipt), (SELECT coalesce(sum(length(payload)), 0) FROM item),
          (SELECT count(*) FROM blob), (SELECT coalesce(sum(size), 0)::bigint FROM blob),
          (SELECT count(*) FROM item_blob)
        """
      ) { row in
        VaultSize(
          notes: row.int(0), tombstones: row.int(1), receipts: row.int(2), payloadBytes: row.int(3), blobs: row.int(4),
          blobBytes: row.int(5), references: row.int(6))
      }
    }
    #expect(try await test.store.read(.main) { try $0.size() } == counted)
  }

  @Test func `the module binds the ports of a server's store, and opens the database once`() async throws {
    let graph = try Plan(
      (any ServerStore).self,
      modules: [PostgresModule(), SettingsModule(settings: PostgresSettings(address: test.address))]
    ).build()
    try await graph.root.write(.main) { try $0.save(state: ServerStoreContract.state(head: 0)) }
    #expect(try await test.store.vaults() == [.main])
  }

  private struct Services: Sendable {
    let sync: any SyncService
    let blobs: any BlobService
    let administration: any VaultAdministration
  }

  /// The services of a server over the store, wired by their module.
  private func services() throws -> Services {
    try Plan(Services.self, modules: [ServerModule(), Ports(store: test.store)]).build().root
  }

  private func rows(in tables: [String]) async throws -> [Int] {
    try await test.database.query { connection in
      try tables.flatMap { table in try connection.all("SELECT count(*) FROM \(table)") { $0.int(0) } }
    }
  }

  private struct Ports: Module {
    let store: any ServerStore

    func configure(_ binder: inout Binder) {
      binder.bind((any ServerStore).self, to: store)
      binder.bind((any Randomness).self, to: SeededRandomness())
      binder.bind((any WallClock).self, to: FixedClock())
      binder.bind(Services.init)
    }
  }

  private struct SettingsModule: Module {
    let settings: PostgresSettings

    func configure(_ binder: inout Binder) {
      binder.bind(PostgresSettings.self, to: settings)
      binder.bind((any Randomness).self, to: SeededRandomness())
    }
  }
}
