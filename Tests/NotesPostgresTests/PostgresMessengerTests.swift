import NotesDomain
import NotesTestSupport
import Testing

@testable import NotesPostgres

@Suite("Messages between nodes by LISTEN and NOTIFY") struct PostgresMessengerTests {
  private let test: TestDatabase
  private let nodes: [PostgresMessenger]

  init() async throws {
    test = try await TestDatabase()
    nodes = try [test, test.node()].enumerated().map { index, node in
      PostgresMessenger(database: node.database, randomness: SeededRandomness(seed: UInt64(index) + 1))
    }
  }

  private let change = NodeMessage.change(.main)
  private let revocation = NodeMessage.revocation(SignedInDeviceID(bits: 1 << 63))

  @Test("Fulfills the contract of its port", arguments: NodeMessengerContract.clauses)
  func contract(_ clause: NodeMessengerContract.Clause) async throws {
    try await clause.check(NodeMessengerContract.Subject(first: nodes[0], second: nodes[1]))
  }

  @Test func `equal messages that wait are sent once`() async throws {
    var others = nodes[1].messages().makeAsyncIterator()
    _ = await others.next()
    let last = NodeMessage.change(try #require(VaultID("last")))
    for _ in 0..<1000 { nodes[0].send(change) }
    await nodes[0].flush()
    nodes[0].send(last)
    var count = 0
    while await others.next() != last { count += 1 }
    #expect(1...100 ~= count)
  }

  @Test func `after a lost connection, messages may have been missed, and the next ones arrive`() async throws {
    // Given
    var others = nodes[1].messages().makeAsyncIterator()
    #expect(await others.next() == .gap)
    // When
    try test.run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN %' AND \(isOfThis)")
    // Then
    #expect(await others.next() == .gap)
    nodes[0].send(change)
    #expect(await others.next() == change)
  }

  @Test func `nodes of another schema hear nothing`() async throws {
    let stranger = PostgresMessenger(database: try await TestDatabase().database, randomness: SeededRandomness(seed: 9))
    var others = nodes[1].messages().makeAsyncIterator()
    _ = await others.next()
    stranger.send(revocation)
    await stranger.flush()
    nodes[0].send(change)
    #expect(await others.next() == change)
  }

  @Test func `without a database, sending ends`() async throws {
    let cluster = try PostgresCluster()
    let address = try await cluster.makeSchema()
    let database = try PostgresDatabase(settings: PostgresSettings(address: address))
    let messenger = PostgresMessenger(database: database, randomness: SeededRandomness())
    try cluster.stop()
    messenger.send(change)
    await messenger.flush()
  }

  /// The condition of connections that listen to this test's channel.
  private var isOfThis: String { "query LIKE '%' || (\(PostgresMessenger.channel))" }
}
