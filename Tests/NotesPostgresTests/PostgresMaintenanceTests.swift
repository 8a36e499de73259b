import NotesDomain
import NotesHosting
import NotesTestSupport
import Testing
import Wiring

@testable import NotesPostgres

@Suite("The maintenance of a server's database") struct PostgresMaintenanceTests {
  private let test: TestDatabase
  private let maintenance: any ServerMaintenance

  init() async throws {
    let test = try await TestDatabase()
    self.test = test
    maintenance = try Plan((any ServerMaintenance).self, modules: [PostgresModule(), Settings(address: test.address)])
      .build().root
  }

  private struct Settings: Module {
    let address: String

    func configure(_ binder: inout Binder) {
      binder.bind(PostgresSettings.self, to: PostgresSettings(address: address))
      binder.bind((any Randomness).self, to: SeededRandomness())
    }
  }

  @Test("Fulfills the contract of its port", arguments: ServerMaintenanceContract.everyStore)
  func contract(_ clause: ServerMaintenanceContract.Clause) async throws {
    try await clause.check(
      ServerMaintenanceContract.Subject(maintenance: maintenance, folder: "/") { [test] body in
        try await body(
          AccountStoreContract.Subject(
            accounts: PostgresAccountStore(database: test.database), vaults: test.store))
      })
  }

  @Test func `backups are left to PostgreSQL's own tools`() async throws {
    await #expect(throws: MaintenanceError.self) { try await maintenance.backUp(to: "/x") }
    await #expect(throws: MaintenanceError.self) { _ = try await maintenance.restore(from: "/x") }
    #expect(try await maintenance.shrink() == 0)
  }

  @Test(arguments: [
    "system_identifier = system_identifier + 1", "timeline = timeline + 1", "table_identifier = 1",
    "database_identifier = 1",
  ])
  func `a database of another cluster or timeline, or a copy of it, is refused until it is accepted`(change: String)
    async throws
  {
    // Given
    try await test.store.write(.main) { try $0.save(state: VaultState(epochs: [])) }
    try test.run("UPDATE store SET \(change)")
    // When
    #expect(throws: StoreError.self) { try test.node() }
    await #expect(throws: MaintenanceError.self) { try await maintenance.statistics() }
    // Then
    _ = try await maintenance.acceptRestored(keepingEpochs: false)
    let state = try await test.node().store.read(.main) { try $0.state() }
    #expect(state?.epochs.count == 1)
  }

  @Test(arguments: [false, true])
  func `a connection that outlives a promotion reads, and writes nothing until it is accepted`(isPooled: Bool)
    async throws
  {
    // Given
    let test = isPooled ? try await TestDatabase.pooled() : test
    let accounts = PostgresAccountStore(database: test.database)
    let account = Account(name: try #require(AccountName("ada")), vault: .main, created: FixedClock.start)
    try await test.store.write(.main) { try $0.save(state: VaultState(epochs: [])) }
    // When
    try test.run("UPDATE store SET timeline = timeline + 1")
    // Then
    #expect(try await test.store.vaults() == [.main])
    for _ in 1...2 {
      let restored = StoreError.restored(path: test.database.pool.address.name)
      await #expect(throws: restored) { try await test.store.write(.main) { try $0.removeAllReceipts() } }
      await #expect(throws: restored) { _ = try await accounts.add(account, hash: PasswordHash(text: "$")) }
      await #expect(throws: restored) { _ = try await accounts.remove(account.name) }
      await #expect(throws: restored) { _ = try await test.database.health() }
    }
    try test.run("UPDATE store SET timeline = timeline - 1")
    try await test.store.write(.main) { try $0.removeAllReceipts() }
    #expect(try await test.database.health() == .ready)
  }

  @Test func `a dump of earlier tables that was restored is accepted, and upgraded`() async throws {
    // Given the tables of the version before, in another cluster
    let address = try await PostgresCluster.shared.makeSchema()
    let connection = try PostgresConnection(PostgresAddress(address, environment: [:]))
    try PostgresSchema.prepare(connection, address: address, versions: Array(PostgresSchema.versions.prefix(2)))
    try connection.run("UPDATE store SET system_identifier = 7")
    try connection.run("INSERT INTO vault (name, head) VALUES ('main', 1)")
    // When
    #expect(throws: StoreError.self) { try TestDatabase(address: address) }
    let maintenance = try Plan((any ServerMaintenance).self, modules: [PostgresModule(), Settings(address: address)])
      .build().root
    #expect(try await maintenance.acceptRestored(keepingEpochs: false) == 1)
    // Then
    #expect(try await TestDatabase(address: address).database.health() == .ready)
  }

  @Test func `changes of the tables, and of all vaults, may take longer than a request`() async throws {
    // Given
    let address = try await PostgresCluster.shared.makeSchema()
    let connection = try PostgresConnection(PostgresAddress(address, environment: [:]))
    let recording = """
      CREATE TABLE timeouts AS
      SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock;
      CREATE FUNCTION record() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        INSERT INTO timeouts VALUES (current_setting('statement_timeout'), current_setting('lock_timeout')); RETURN NULL;
      END $$;
      CREATE TRIGGER record AFTER UPDATE OF timeline ON store FOR EACH ROW EXECUTE FUNCTION record();
      """
    let version = PostgresSchema.Version(script: Array(recording.utf8), compatibleVersion: 1)
    // When
    try PostgresSchema.prepare(connection, address: address, versions: PostgresSchema.versions + [version])
    let maintenance = try Plan((any ServerMaintenance).self, modules: [PostgresModule(), Settings(address: address)])
      .build().root
    _ = try await maintenance.acceptRestored(keepingEpochs: true)
    // Then
    let timeouts = try connection.all("SELECT statement, lock FROM timeouts") { [$0.text(0), $0.text(1)] }
    #expect(timeouts == [["0", "2s"], ["0", "10s"]])
  }

  @Test func `a removal within a vault may take longer than a request, and a vault is removed in portions that do not`()
    async throws
  {
    // Given
    let accounts = PostgresAccountStore(database: test.database)
    let account = Account(name: try #require(AccountName("ada")), vault: .main, created: FixedClock.start)
    _ = try await accounts.add(account, hash: PasswordHash(text: "$"))
    try test.run(
      """
      CREATE TABLE timeouts (statement text);
      CREATE FUNCTION record() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        INSERT INTO timeouts VALUES (current_setting('statement_timeout')); RETURN NULL;
      END $$;
      CREATE TRIGGER record AFTER DELETE ON item FOR EACH STATEMENT EXECUTE FUNCTION record();
      CREATE TRIGGER record AFTER DELETE ON receipt FOR EACH STATEMENT EXECUTE FUNCTION record();
      """)
    // When
    try await test.store.write(.main) { try $0.removeTombstones(upTo: Revision(1)) }
    try await test.store.write(.main) { try $0.removeReceipts(upTo: Revision(1)) }
    #expect(try await accounts.remove(account.name))
    // Then
    let timeouts = try await test.database.query { try $0.all("SELECT statement FROM timeouts") { $0.text(0) } }
    #expect(timeouts == ["0", "0", "30s", "30s"])
  }

  @Test func `a schema that comes before that of the tables does not begin another server`() async throws {
    // Given a server in the schema "public", and a later one with the name of the role
    let cluster = try await PostgresCluster.shared
    let address = "postgres:///\(try await cluster.makeDatabase())?host=\(cluster.folder)&user=notes"
    let test = try TestDatabase(address: address)
    try test.run("CREATE SCHEMA notes")
    // When
    let error = #expect(throws: StoreError.self) { try test.node() }
    // Then
    guard case .cannotCreate(_, let reason) = error, reason.contains("search_path = public") else {
      Issue.record("\(String(describing: error))")
      return
    }
    try test.run("DROP SCHEMA notes")
    #expect(try await test.node().database.health() == .ready)
  }

  @Test func `a database with a hundred epochs forgets the oldest`() async throws {
    let starts = (1...100).map { VaultState.Start(epoch: Epoch(bits: UInt128($0)), head: Revision(Int64($0))) }
    try await test.store.write(.main) { try $0.save(state: VaultState(epochs: starts, head: Revision(100))) }
    _ = try await maintenance.acceptRestored(keepingEpochs: false)
    let epochs = try await test.store.read(.main) { try $0.state()?.epochs } ?? []
    #expect(epochs.count == 100)
    #expect(Array(epochs.dropLast()) == Array(starts.dropFirst()))
  }

  @Test func `a database of a newer program is refused, unless it is compatible`() async throws {
    try test.run("UPDATE store SET version = 9, compatible_version = 1")
    #expect(try await test.node().database.health() == .ready)
    try test.run("UPDATE store SET compatible_version = 9")
    let error = #expect(throws: StoreError.self) { try test.node() }
    guard case .newerVersion(_, 9, PostgresSchema.version) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `a database without tables is not created by a command that only reads`() async throws {
    let address = try await PostgresCluster.shared.makeSchema()
    #expect(throws: StoreError.self) {
      try PostgresDatabase(settings: PostgresSettings(address: address, createsStore: false))
    }
  }
}
