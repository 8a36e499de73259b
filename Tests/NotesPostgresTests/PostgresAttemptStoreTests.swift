import NotesDomain
import NotesHosting
import NotesTestSupport
import Testing

@testable import NotesPostgres

@Suite("The attempts with passwords in PostgreSQL") struct PostgresAttemptStoreTests {
  private let limit = AttemptLimit("account", capacity: 3, window: .seconds(900))
  private let test: TestDatabase
  private let attempts: PostgresAttemptStore

  init() async throws {
    test = try await TestDatabase()
    attempts = PostgresAttemptStore(database: test.database)
  }

  @Test("Fulfills the contract of its port", arguments: AttemptStoreContract.clauses)
  func contract(_ clause: AttemptStoreContract.Clause) async throws {
    let other = PostgresAttemptStore(database: try test.node().database)
    try await clause.check(AttemptStoreContract.Subject(first: attempts, second: other))
  }

  @Test func `attempts are refunded one by one, as the database's time passes`() async throws {
    for _ in 1...3 { #expect(try await attempts.consume("ada", of: limit) == nil) }
    // Given a third of the window passed
    try await pass(300)
    #expect(try await attempts.consume("ada", of: limit) == nil)
    #expect(try await attempts.consume("ada", of: limit) != nil)
    // Given more than a window passed
    try await pass(5000)
    for _ in 1...3 { #expect(try await attempts.consume("ada", of: limit) == nil) }
    #expect(try await attempts.consume("ada", of: limit) != nil)
  }

  @Test func `a clock that was set back refunds nothing, and takes nothing`() async throws {
    #expect(try await attempts.consume("ada", of: limit) == nil)
    try await pass(-5000)
    for _ in 1...2 { #expect(try await attempts.consume("ada", of: limit) == nil) }
    #expect(try await attempts.consume("ada", of: limit) != nil)
  }

  @Test(arguments: [1, 86_400, 31_536_000])
  func `after the clock was set back, attempts that are refused are refunded as time passes`(seconds: Int)
    async throws
  {
    // Given
    for _ in 1...3 { #expect(try await attempts.consume("ada", of: limit) == nil) }
    try await pass(-seconds)
    #expect(try await attempts.consume("ada", of: limit) != nil)
    // When a third of the window passes
    try await pass(300)
    // Then
    #expect(try await attempts.consume("ada", of: limit) == nil)
    #expect(try await attempts.consume("ada", of: limit) != nil)
  }

  @Test func `rows of full buckets are removed by later attempts`() async throws {
    for number in 1...20 { _ = try await attempts.consume("name\(number)", of: limit) }
    try await pass(901)
    for number in 1...6 { _ = try await attempts.consume("later\(number)", of: limit) }
    let rows = try await test.database.query { try $0.first("SELECT count(*) FROM bucket") { $0.int(0) } }
    #expect(rows == 6)
  }

  @Test func `an attempt whose refund may have been made is not refunded again`() async throws {
    // Given a database whose connection is lost when a refund is committed
    #expect(try await attempts.consume("ada", of: limit) == nil)
    try test.run(
      """
      CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS
        'BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END';
      CREATE CONSTRAINT TRIGGER die AFTER UPDATE ON bucket DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION die();
      """)
    // When
    await #expect(throws: StoreError.self) { try await attempts.refund("ada", of: limit) }
    // Then
    #expect(test.database.pool.use.retries == 0)
  }

  /// Lets seconds pass, by moving what is stored into the past.
  private func pass(_ seconds: Int) async throws {
    try await test.database.write { connection in
      try connection.send(
        "UPDATE bucket SET touched = touched - $1, filled = filled - $1", [.integer(seconds * 1000)])
    }
  }
}
