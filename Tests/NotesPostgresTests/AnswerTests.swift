import NotesDomain
import NotesHosting
import NotesTestSupport
import Synchronization
import Testing

@testable import NotesPostgres

/// A database that does not answer, since a synchronous standby is gone, or for another reason.
@Suite("Answers that do not come") struct AnswerTests {
  @Test(.timeLimit(.minutes(5)), arguments: [[], ["client_min_messages = error"]])
  func `a commit that a standby has not confirmed, and whose wait was cancelled, may have been made`(
    settings: [String]
  ) async throws {
    // Given
    let (cluster, test) = try await databaseWithoutStandby(settings)
    let writing = try await waitingWrite(to: test, cluster)
    // When
    try cluster.run("SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'")
    // Then
    let error = await #expect(throws: StoreError.self) { try await writing.value }
    #expect(isUnknownOutcome(error))
    try cluster.stop()
  }

  @Test(.timeLimit(.minutes(5))) func `a commit that waits for a standby does not keep a task that is cancelled`()
    async throws
  {
    // Given
    let (cluster, test) = try await databaseWithoutStandby()
    let writing = try await waitingWrite(to: test, cluster)
    // When
    writing.cancel()
    // Then
    let error = await #expect(throws: StoreError.self) { try await writing.value }
    #expect(isUnknownOutcome(error))
    try cluster.stop()
  }

  @Test(.timeLimit(.minutes(5))) func `a commit is given up after a while, and its connection is in use meanwhile`()
    async throws
  {
    // Given
    let (cluster, test) = try await databaseWithoutStandby()
    try await waitingWrite(to: test, cluster).cancel()
    let pool = PostgresPool(
      try PostgresAddress(test.address, environment: [:]), limit: 1, answerLimit: Self.limit)
    // When
    let error = await #expect(throws: StoreError.self) {
      try await pool.run { connection in
        try connection.begin()
        try connection.send("INSERT INTO vault (name) VALUES ('other')")
        try connection.commit()
      }
    }
    // Then
    #expect(isUnknownOutcome(error))
    #expect(pool.use.connections == 1 && pool.use.idle == 0)
    // When the standby confirms it, or another one may take its place
    try cluster.run("ALTER SYSTEM SET synchronous_standby_names = ''")
    try cluster.run("SELECT pg_reload_conf()")
    // Then
    #expect(try await pool.run { try $0.first("SELECT count(*) FROM vault WHERE name = 'other'") { $0.int(0) } } == 1)
    try cluster.stop()
  }

  @Test(.timeLimit(.minutes(5))) func `a statement without an answer in time fails, and does not run again`()
    async throws
  {
    // Given
    let test = try await TestDatabase()
    let address = try PostgresAddress(test.address, environment: [:])
    let holder = try PostgresConnection(address)
    try holder.run("SELECT pg_advisory_lock(\(Self.lock), 1)")
    let pool = PostgresPool(address, limit: 1, answerLimit: Self.limit)
    // When
    let error = await #expect(throws: StoreError.self) {
      _ = try await pool.run { try $0.run("SELECT pg_advisory_xact_lock(\(Self.lock), 1)") }
    }
    // Then
    guard case .unreachable(_, let detail) = error, detail.contains("has not answered") else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(pool.use.retries == 0)
    // When
    try holder.run("SELECT pg_advisory_unlock(\(Self.lock), 1)")
    // Then
    #expect(try await pool.run { try $0.first("SELECT 7::bigint") { $0.int(0) } } == 7)
  }

  @Test(.timeLimit(.minutes(5))) func `a transaction without a limit of time outlasts the limit of an answer`()
    async throws
  {
    // Given
    let test = try await TestDatabase()
    let address = try PostgresAddress(test.address, environment: [:])
    let holder = try PostgresConnection(address)
    try holder.run("SELECT pg_advisory_lock(\(Self.lock), 2)")
    let pool = PostgresPool(address, limit: 1, answerLimit: Self.limit)
    // When
    let waiting = Task {
      try await pool.run { connection in
        try connection.begin()
        try connection.liftTimeLimit()
        try connection.send("SET LOCAL lock_timeout = 0")
        _ = try connection.run("SELECT pg_advisory_xact_lock(\(Self.lock), 2)")
        return try connection.first("SELECT current_setting('statement_timeout')") { $0.text(0) }
      }
    }
    // and another connection, which waits for less time
    while try holder.first(Self.waiters(2), decode: { $0.int(0) }) == 0 { await Task.yield() }
    let other = PostgresPool(address, limit: 1, answerLimit: Self.limit)
    await #expect(throws: StoreError.self) {
      _ = try await other.run { try $0.run("SELECT pg_advisory_xact_lock(\(Self.lock), 2)") }
    }
    try holder.run("SELECT pg_advisory_unlock(\(Self.lock), 2)")
    // Then
    #expect(try await waiting.value == "0")
  }

  @Test(.timeLimit(.minutes(5))) func `the health is found out in time although the database does not answer`()
    async throws
  {
    // Given
    let clock = ManualClock { _ in true }
    let test = try await TestDatabase(clock: clock)
    // A lock that the check of the store waits for.
    let holder = try PostgresConnection(PostgresAddress(test.address, environment: [:]))
    try holder.begin()
    try holder.run("LOCK TABLE store")
    // When
    let health = Task { try await test.database.health() }
    await clock.waitForSleeper()
    clock.advance(by: PostgresDatabase.healthLimit)
    // Then
    await #expect(throws: StoreError.self) { _ = try await health.value }
    try holder.rollBack()
    #expect(try await test.database.health() == .ready)
  }

  // MARK: Databases

  /// The time for an answer in these tests, in which a busy machine can give one.
  private static let limit = Duration.seconds(2)
  /// The first number of the advisory locks of these tests.
  private static let lock = 0x616E_7377

  private static func waiters(_ number: Int) -> String {
    "SELECT count(*) FROM pg_locks WHERE classid = \(lock) AND objid = \(number) AND NOT granted"
  }

  /// Returns a database whose synchronous standby is about to be gone.
  private func databaseWithoutStandby(_ settings: [String] = []) async throws -> (PostgresCluster, TestDatabase) {
    let cluster = try PostgresCluster(settings: ["synchronous_standby_names = ''"])
    let test = try TestDatabase(address: await cluster.makeSchema(forRoleWith: settings))
    try cluster.run("ALTER SYSTEM SET synchronous_standby_names = 'gone'")
    try cluster.run("SELECT pg_reload_conf()")
    return (cluster, test)
  }

  /// Starts writes until one waits for the standby: commits learn that there is one from another process than connections.
  private func waitingWrite(
    to test: TestDatabase, _ cluster: PostgresCluster
  ) async throws -> Task<Void, any Error> {
    while true {
      let hasEnded = Atomic(false)
      let writing = Task { [store = test.store] in
        defer { hasEnded.store(true, ordering: .sequentiallyConsistent) }
        try await store.write(.main) { transaction in
          var state = try transaction.state() ?? VaultState(epochs: [])
          state.head = state.head.next
          try transaction.save(state: state)
        }
      }
      while !hasEnded.load(ordering: .sequentiallyConsistent) {
        let waiting = try cluster.run("SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'")
        if waiting != "0" { return writing }
        await Task.yield()
      }
      try await writing.value
    }
  }

  private func isUnknownOutcome(_ error: StoreError?) -> Bool {
    if case .unreachable(_, let detail)? = error { detail.contains("may have been made") } else { false }
  }
}
