import NotesDomain
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

  @Test(arguments: ["system_identifier = system_identifier + 1", "timeline = timeline + 1"])
  func `a database of another cluster or timeline is refused until it is accepted`(change: String) async throws {
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

  @Test func `an open connection goes on, and the next one of a changed database is refused`() async throws {
    try await test.store.write(.main) { try $0.save(state: VaultState(epochs: [])) }
    try test.run("UPDATE store SET timeline = timeline + 1")
    #expect(try await test.store.vaults() == [.main])
    try test.run(
      """
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE pid <> pg_backend_pid() AND query LIKE '%FROM vault WHERE head IS NOT NULL ORDER BY name%'
      """)
    let error = await #expect(throws: StoreError.self) {
      for _ in 0..<3 { _ = try await test.store.vaults() }
    }
    guard case .restored = error else {
      Issue.record("\(String(describing: error))")
      return
    }
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
