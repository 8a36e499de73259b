import NotesDomain
import NotesHosting
import NotesTestSupport
import Synchronization
import Testing

@testable import NotesPostgres

/// Several nodes on one database, each with connections of its own.
@Suite("Nodes on one database") struct NodeTests {
  private let test: TestDatabase
  private let nodes: [PostgresServerStore]

  init() async throws {
    let test = try await TestDatabase()
    self.test = test
    nodes = try [test.store, test.node().store, test.node().store]
  }

  @Test("Fulfill the contract of the stores of a server's nodes", arguments: ServerNodesContract.clauses)
  func contract(_ clause: ServerNodesContract.Clause) async throws {
    try await clause.check([test.stores, test.node().stores, test.node().stores])
  }

  @Test(arguments: [[], ["default_transaction_isolation = 'repeatable read'"]])
  func `nodes that open an empty database together create its tables once`(settings: [String]) async throws {
    let address = try await PostgresCluster.shared.makeSchema(forRoleWith: settings)
    try await withThrowingTaskGroup { group in
      for _ in 0..<8 {
        group.addTask {
          let database = try PostgresDatabase(settings: PostgresSettings(address: address))
          #expect(try await database.health() == .ready)
        }
      }
      try await group.waitForAll()
    }
  }

  @Test func `nodes go on while a newer program upgrades the tables, as long as they are compatible`() async throws {
    // Given
    func upgrade(by versions: [(script: String, compatible: Int)]) throws {
      let new = versions.map { PostgresSchema.Version(script: Array($0.script.utf8), compatibleVersion: $0.compatible) }
      let connection = try PostgresConnection(PostgresAddress(test.address, environment: [:]))
      try PostgresSchema.prepare(connection, address: test.address, versions: PostgresSchema.versions + new)
    }
    let (compatible, incompatible) = (
      (script: "ALTER TABLE vault ADD COLUMN colour text", compatible: PostgresSchema.version),
      (script: "ALTER TABLE vault DROP COLUMN colour", compatible: PostgresSchema.version + 2)
    )
    try await nodes[0].write(.main) { try $0.save(state: .start) }
    // When
    try upgrade(by: [compatible])
    // Then connections that are open, and new ones, go on
    try await Self.append(1, to: nodes[0])
    try await Self.append(2, to: nodes[1])
    try await Self.append(3, to: test.node().store)
    // When
    try upgrade(by: [compatible, incompatible])
    // Then
    let newer = StoreError.newerVersion(
      path: test.database.pool.address.name, found: PostgresSchema.version + 2, supported: PostgresSchema.version)
    for node in nodes { await #expect(throws: newer) { try await Self.append(4, to: node) } }
    await #expect(throws: newer) { _ = try await test.database.health() }
    #expect(throws: StoreError.self) { try test.node() }
  }

  @Test(.timeLimit(.minutes(5))) func `nodes write while an upgrade waits for a table that a dump reads`() async throws
  {
    // Given
    try await nodes[0].write(.main) { try $0.save(state: .start) }
    let address = try PostgresAddress(test.address, environment: [:])
    let dump = try PostgresConnection(address)
    try dump.begin()
    try dump.run("LOCK TABLE vault IN ACCESS SHARE MODE")
    let backend = try #require(try dump.first("SELECT pg_backend_pid()::bigint") { $0.int(0) })
    // When
    let upgrade = Task { [test] in
      let version = PostgresSchema.Version(
        script: Array("ALTER TABLE vault ADD COLUMN colour text".utf8), compatibleVersion: PostgresSchema.version)
      try await PostgresPool(address, limit: 1).run { connection in
        _ = try PostgresSchema.prepare(
          connection, address: test.address, versions: PostgresSchema.versions + [version])
      }
    }
    let waiting = "SELECT count(*) FROM pg_stat_activity WHERE \(backend) = ANY (pg_blocking_pids(pid))"
    while try await test.database.query({ try $0.first(waiting) { $0.int(0) } }) == 0 { await Task.yield() }
    // Then
    try await Self.append(1, to: nodes[1])
    // When
    try dump.rollBack()
    try await upgrade.value
    // Then
    #expect(
      try await test.database.query { try $0.first("SELECT version FROM store") { $0.int(0) } }
        == PostgresSchema.version + 1)
    try await Self.append(2, to: nodes[2])
  }

  @Test(.timeLimit(.minutes(5)))
  func `a write of a vault whose account is removed by another node meanwhile finds no vault`() async throws {
    // Given
    let accounts = PostgresAccountStore(database: test.database)
    let name = try #require(AccountName("ada"))
    let account = Account(name: name, vault: .main, created: FixedClock.start)
    _ = try await accounts.add(account, hash: PasswordHash(text: "$"))
    let remover = try PostgresConnection(PostgresAddress(test.address, environment: [:]))
    let backend = try #require(try remover.first("SELECT pg_backend_pid()::bigint") { $0.int(0) })
    try remover.begin()
    try remover.run("DELETE FROM account")
    try remover.run("DELETE FROM vault")
    // When
    async let known = nodes[1].write(.main) { try $0.isKnown() }
    let waiting = "SELECT count(*) FROM pg_stat_activity WHERE \(backend) = ANY (pg_blocking_pids(pid))"
    while try await test.database.query({ try $0.first(waiting) { $0.int(0) } }) == 0 { await Task.yield() }
    try remover.commit()
    // Then
    #expect(try await known == false)
  }

  private static func append(_ number: UInt64, to store: PostgresServerStore) async throws {
    try await store.write(.main) { transaction in
      guard var state = try transaction.state() else { return }
      state.head = state.head.next
      try transaction.save([
        VaultItem(id: SequentialNoteIDGenerator.id(number), revision: state.head, payload: [])
      ])
      try transaction.save(state: state)
    }
  }
}

extension VaultState {
  fileprivate static var start: VaultState {
    VaultState(epochs: [Start(epoch: Epoch(bits: 1), head: .none)])
  }
}
