import NotesDomain
import NotesHosting
import NotesServer
import NotesTestSupport
import Synchronization
import Testing
import Wiring

@testable import NotesPostgres

@Suite("A transaction in PostgreSQL") struct TransactionTests {
  private let test: TestDatabase
  private let store: PostgresServerStore

  init() async throws {
    test = try await TestDatabase()
    store = test.store
  }

  private static func id(_ number: Int) -> NoteID { SequentialNoteIDGenerator.id(UInt64(number)) }

  /// The round trips of an operation, on a connection that is open already.
  private func trips(of operation: () async throws -> Void) async throws -> Int {
    try await operation()
    let before = test.database.pool.use.trips
    try await operation()
    return test.database.pool.use.trips - before
  }

  // MARK: Round trips

  @Test func `the state of a vault is read in one round trip`() async throws {
    #expect(try await trips { _ = try await store.read(.main) { try $0.state() } } == 1)
  }

  @Test func `a page of a foreseen size is read in one round trip, and another one begins again`() async throws {
    try await push(1...10)
    func read(_ limit: Int) async throws {
      var prefetch = ServerPrefetch()
      prefetch.page = ServerPrefetch.Page(after: .none, limit: 5, bytes: 1000)
      let (head, page) = try await store.read(.main, prefetching: prefetch) { transaction in
        (try transaction.state()?.head, try transaction.items(after: .none, limit: limit, bytes: 1000))
      }
      #expect(head == Revision(10) && page.items.count == limit && page.hasMore)
    }
    #expect(try await trips { try await read(5) } == 1)
    #expect(try await trips { try await read(4) } > 2)
  }

  @Test func `a batch of 100 notes takes two round trips`() async throws {
    #expect(try await trips { try await push(1...100) } == 2)
  }

  @Test func `a batch of 100 notes that was not foreseen takes five`() async throws {
    #expect(try await trips { try await push(1...100, isForeseen: false) } == 5)
  }

  @Test func `a request of a device, with its token, takes one round trip to read and two to write`() async throws {
    // Given a signed-in device
    let (name, hash) = (try #require(AccountName("ada")), PasswordHash(text: "$"))
    let accounts = PostgresAccountStore(database: test.database)
    _ = try await accounts.add(Account(name: name, vault: .main, created: FixedClock.start), hash: hash)
    let token = DeviceToken(using: SeededRandomness())
    let device = SignedInDevice(
      id: SignedInDeviceID(bits: 1), label: "laptop", signedIn: FixedClock.start, lastSeen: FixedClock.start)
    _ = try await accounts.add(device, digest: token.digest, to: name, knownBy: hash, limit: 1)
    let service = try Plan((any SyncService).self, modules: [ServerModule(.withAccounts), Ports(store: store)])
      .build().root
    let access = VaultAccess(.main, token: token)
    guard
      case .epochChanged(let change) = try await service.changes(
        ChangesRequest(epoch: nil, after: .none, floor: nil, limit: 1), in: access)
    else { throw CancellationError() }
    // When, then
    let number = Atomic(0)
    let pushes = try await trips {
      let batch = number.add(1, ordering: .relaxed).newValue
      let changes = (1...100).map { PushChange(id: Self.id(batch * 1000 + $0), base: .none, payload: [1]) }
      let reply = try await service.push(
        PushBatch(epoch: change.epoch, device: DeviceID(bits: 1), number: batch, changes: changes), to: access)
      #expect(reply == .results((1...100).map { .applied(Revision(Int64((batch - 1) * 100 + $0))) }))
    }
    #expect(pushes == 2)
    for limit in [1, 100] {
      let request = ChangesRequest(epoch: change.epoch, after: Revision(100), floor: Revision(100), limit: limit)
      let reads = try await trips {
        guard case .page(let page) = try await service.changes(request, in: access) else { throw CancellationError() }
        #expect(page.items.count == limit)
      }
      #expect(reads == 1)
    }
  }

  @Test func `a batch reads no other items of a large vault, although most vaults are small`() async throws {
    // Given
    try await push(1...10)
    try test.run(
      """
      INSERT INTO vault (name, head) SELECT 'small' || number, 1 FROM generate_series(1, 1000) AS number;
      INSERT INTO item (vault, id, revision, payload)
      SELECT number, md5(number::text)::uuid, 1, '1' FROM vault WHERE name LIKE 'small%';
      INSERT INTO item (vault, id, revision, payload)
      SELECT vault.number, md5('large' || revision)::uuid, revision, '1'
      FROM vault, generate_series(11, 1000) AS revision WHERE name NOT LIKE 'small%';
      ANALYZE
      """)
    // When
    var prefetch = ServerPrefetch()
    prefetch.items = (1...10).map(Self.id)
    let reads = try await store.write(.main, prefetching: prefetch) { transaction in
      let connection = try #require(transaction as? PostgresServerTransaction).connection
      return try connection.first(
        """
        SELECT sum(pg_stat_get_xact_tuples_returned(indexrelid))::bigint FROM pg_index WHERE indrelid = 'item'::regclass
        """
      ) { $0.int(0) }
    }
    // Then
    #expect(reads == 10)
  }

  private struct Ports: Module {
    let store: any ServerStore

    func configure(_ binder: inout Binder) {
      binder.bind((any ServerStore).self, to: store)
      binder.bind((any Randomness).self, to: SeededRandomness())
      binder.bind((any WallClock).self, to: FixedClock())
    }
  }

  /// Writes items as a server does with a batch.
  private func push(_ numbers: ClosedRange<Int>, isForeseen: Bool = true) async throws {
    var prefetch = ServerPrefetch()
    if isForeseen {
      prefetch.items = numbers.map(Self.id)
      prefetch.receipt = DeviceID(bits: 1)
    }
    try await store.write(.main, prefetching: prefetch) { transaction in
      var state =
        try transaction.state() ?? VaultState(epochs: [VaultState.Start(epoch: Epoch(bits: 1), head: .none)])
      _ = try transaction.receipt(of: DeviceID(bits: 1))
      _ = try transaction.versions(of: numbers.map(Self.id))
      _ = try transaction.references(of: numbers.map(Self.id))
      var items: [VaultItem] = []
      for number in numbers {
        state.head = state.head.next
        items.append(VaultItem(id: Self.id(number), revision: state.head, payload: [1]))
      }
      try transaction.save(items)
      try transaction.save(state: state)
      try transaction.save(
        BatchReceipt(device: DeviceID(bits: 1), number: 1, digest: [], results: [], head: state.head))
    }
  }

  // MARK: Repetitions

  @Test(arguments: [1, 2, 3])
  func `a transaction whose connection is lost runs again, and counts once`(losses: Int) async throws {
    // Given
    let runs = Atomic(0)
    // When
    try await store.write(.main) { transaction in
      try Self.count(transaction)
      if runs.add(1, ordering: .relaxed).newValue <= losses {
        try Self.run("SELECT pg_terminate_backend(pg_backend_pid())", in: transaction)
      }
    }
    // Then
    #expect(runs.load(ordering: .relaxed) == losses + 1)
    #expect(try await store.read(.main) { try $0.state()?.head } == Revision(1))
    #expect(test.database.pool.use.retries == losses)
  }

  @Test func `a transaction that conflicts runs again, and counts once`() async throws {
    let runs = Atomic(0)
    try await store.write(.main) { transaction in
      try Self.count(transaction)
      if runs.add(1, ordering: .relaxed).newValue == 1 {
        try Self.run("DO $$ BEGIN RAISE EXCEPTION 'on purpose' USING ERRCODE = '40001'; END $$", in: transaction)
      }
    }
    #expect(runs.load(ordering: .relaxed) == 2)
    #expect(try await store.read(.main) { try $0.state()?.head } == Revision(1))
  }

  @Test func `a transaction whose connection is lost in its commit does not run again, and its error says so`()
    async throws
  {
    // Given
    try await store.write(.main) { try Self.count($0) }
    try test.run(
      """
      CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS
        'BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END';
      CREATE CONSTRAINT TRIGGER die AFTER UPDATE ON vault DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION die();
      """)
    let runs = Atomic(0)
    // When
    let error = await #expect(throws: StoreError.self) {
      try await store.write(.main) { transaction in
        runs.add(1, ordering: .relaxed)
        try Self.count(transaction)
      }
    }
    // Then
    guard case .unreachable(_, let detail) = error, detail.contains("may have been made") else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(runs.load(ordering: .relaxed) == 1)
  }

  @Test func `a transaction whose connection was lost before its only round trip runs again`() async throws {
    // Given a connection that was ended while it was idle
    let test = try await TestDatabase(connections: 1)
    let backend = try await test.database.query { try $0.first("SELECT pg_backend_pid()::bigint") { $0.int(0) } }
    try self.test.run("SELECT pg_terminate_backend(\(try #require(backend)), 10000)")
    let log = PostgresAuditStore(database: test.database)
    let entry = AuditEntry(time: FixedClock.start, event: AuditEvent(.signIn))
    // When
    try await log.append([entry], limits: AuditLimits())
    // Then
    #expect(try await log.entries(limit: 10, of: nil) == [entry])
    #expect(test.database.pool.use.retries == 1)
  }

  @Test func `a result that cannot be read prevents the commit`() async throws {
    await #expect(throws: StoreError.self) {
      try await test.database.write { connection in
        try connection.send("INSERT INTO vault (name) VALUES ('x') RETURNING number") { _ in
          throw PostgresError.corrupt("on purpose")
        }
      }
    }
    #expect(try await test.database.query { try $0.first("SELECT count(*) FROM vault") { $0.int(0) } } == 0)
  }

  @Test func `a transaction sees what others have committed, whatever the role's isolation is`() async throws {
    // Given
    let address = try await PostgresCluster.shared.makeSchema(
      forRoleWith: ["default_transaction_isolation = 'repeatable read'"])
    let (first, second) = (try TestDatabase(address: address), try TestDatabase(address: address))
    try await first.store.write(.main) { try Self.count($0) }
    // When
    try await withThrowingTaskGroup { group in
      for store in [first.store, second.store] {
        for _ in 1...20 { group.addTask { try await store.write(.main) { try Self.count($0) } } }
      }
      try await group.waitForAll()
    }
    // Then
    #expect(try await first.store.read(.main) { try $0.state()?.head } == Revision(41))
    #expect(first.database.pool.use.retries + second.database.pool.use.retries == 0)
  }

  @Test func `a database that confirms commits before they are on the disk is refused`() async throws {
    let address = try await PostgresCluster.shared.makeSchema(forRoleWith: ["synchronous_commit = off"])
    let error = #expect(throws: StoreError.self) { try TestDatabase(address: address) }
    guard case .cannotCreate(_, let reason) = error, reason.contains("synchronous_commit is off") else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `a database with another encoding than UTF-8 is refused`() async throws {
    let cluster = try await PostgresCluster.shared
    let name = try await cluster.makeDatabase("ENCODING 'LATIN1' TEMPLATE template0")
    let error = #expect(throws: StoreError.self) {
      try TestDatabase(address: "postgres:///\(name)?host=\(cluster.folder)&user=notes")
    }
    guard case .cannotCreate(_, let reason) = error, reason.contains("LATIN1") else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `after a statement that failed, the transaction cannot be committed`() async throws {
    await #expect(throws: StoreError.self) {
      try await store.write(.main) { transaction in
        try Self.count(transaction)
        try? Self.run("SELECT 1 / 0", in: transaction)
      }
    }
    #expect(try await store.vaults() == [])
  }

  @Test func `an error of the body leaves the connection usable, with what was not sent yet`() async throws {
    let test = try await TestDatabase(connections: 1)
    for _ in 0..<3 {
      await #expect(throws: StoreError.self) {
        try await test.database.pool.run { connection in
          try connection.send("BEGIN")
          try connection.send("INSERT INTO vault (name) VALUES ('x')")
          throw CancellationError()
        }
      }
      #expect(try await test.store.read(.main) { try $0.isKnown() } == false)
    }
    #expect(try await test.database.query { try $0.first("SELECT count(*) FROM vault") { $0.int(0) } } == 0)
  }

  /// Moves the head on by one.
  private static func count(_ transaction: any ServerTransaction) throws {
    var state = try transaction.state() ?? VaultState(epochs: [VaultState.Start(epoch: Epoch(bits: 1), head: .none)])
    state.head = state.head.next
    try transaction.save(state: state)
    try transaction.save(VaultItem(id: Self.id(Int(state.head.number)), revision: state.head, payload: []))
  }

  private static func run(_ sql: String, in transaction: any ServerTransaction) throws {
    try (transaction as? PostgresServerTransaction)?.connection.run(sql)
  }
}

extension ServerSettings {
  fileprivate static var withAccounts: ServerSettings {
    var settings = ServerSettings()
    settings.vaultsNeedAccounts = true
    return settings
  }
}
