import Dispatch
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

  @Test(.timeLimit(.minutes(1))) func `a node that always has messages to send has sent those so far soon`()
    async throws
  {
    let vaults = try (0..<100).map { try #require(VaultID("vault-\($0)")) }
    let sender = Task { [messenger = nodes[0]] in
      while !Task.isCancelled {
        for vault in vaults { messenger.send(.change(vault)) }
        await Task.yield()
      }
    }
    for _ in 1...10 {
      nodes[0].send(revocation)
      await nodes[0].flush()
    }
    sender.cancel()
  }

  @Test(.timeLimit(.minutes(1))) func `waiting for messages to be sent ends with its task`() async throws {
    let (messenger, gate) = try await blockedMessenger()
    messenger.send(change)
    let flushing = Task { await messenger.flush() }
    flushing.cancel()
    await flushing.value
    gate.signal()
  }

  @Test(.timeLimit(.minutes(1))) func `messages are sent although the idle connection was ended`() async throws {
    // Given
    var others = nodes[1].messages().makeAsyncIterator()
    #expect(await others.next() == .gap)
    let node = try test.node(connections: 1)
    let backend = try await node.database.query { try $0.first("SELECT pg_backend_pid()::bigint") { $0.int(0) } }
    try test.run("SELECT pg_terminate_backend(\(try #require(backend)), 10000)")
    // When
    PostgresMessenger(database: node.database, randomness: SeededRandomness(seed: 5)).send(revocation)
    // Then
    #expect(await others.next() == revocation)
  }

  @Test(.timeLimit(.minutes(1))) func `after messages could not be sent, the next ones say so`() async throws {
    // Given
    var others = nodes[1].messages().makeAsyncIterator()
    #expect(await others.next() == .gap)
    let schema = try #require(try await test.database.query { try $0.first("SELECT current_schema()") { $0.text(0) } })
    try test.run("ALTER SCHEMA \(schema) RENAME TO away_\(schema)")
    nodes[0].send(change)
    await nodes[0].flush()
    try test.run("ALTER SCHEMA away_\(schema) RENAME TO \(schema)")
    // When
    nodes[0].send(revocation)
    // Then
    #expect(await others.next() == .gap)
    #expect(await others.next() == revocation)
  }

  @Test(.timeLimit(.minutes(1))) func `a node with too many messages to send sends that there were some`() async throws
  {
    // Given
    var others = nodes[1].messages().makeAsyncIterator()
    #expect(await others.next() == .gap)
    let (messenger, gate) = try await blockedMessenger()
    // When
    for number in 0..<50_000 { messenger.send(.revocation(SignedInDeviceID(bits: UInt64(number)))) }
    gate.signal()
    await messenger.flush()
    messenger.send(change)
    // Then
    var received: [NodeMessage] = []
    while let message = await others.next(), message != change { received.append(message) }
    #expect(received.count < 20_000 && received.contains(.gap))
  }

  @Test func `a reader that is too slow learns that it has missed messages`() async throws {
    // Given
    let (stream, continuation) = AsyncStream<NodeMessage>.makeStream(bufferingPolicy: .bufferingNewest(100))
    let inbox = Inbox(continuation, bufferSize: 100)
    // When
    for number in 0..<1000 as Range<UInt64> { inbox.receive(.revocation(SignedInDeviceID(bits: number))) }
    continuation.finish()
    // Then
    let received = await stream.reduce(into: []) { $0.append($1) }
    #expect(received.count == 100 && 1...2 ~= received.count { $0 == .gap })
    #expect(received.contains(.revocation(SignedInDeviceID(bits: 999))))
  }

  @Test func `the channel of a schema whose name needs quotes exists`() async throws {
    let address = try await PostgresCluster.shared.makeSchema(named: "Notes")
    let test = try TestDatabase(address: address)
    let messenger = PostgresMessenger(database: test.database, randomness: SeededRandomness(seed: 3))
    var others = PostgresMessenger(database: test.database, randomness: SeededRandomness(seed: 4)).messages()
      .makeAsyncIterator()
    #expect(await others.next() == .gap)
    messenger.send(change)
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

  /// Returns a messenger whose only connection is in use until a semaphore is signalled.
  private func blockedMessenger() async throws -> (PostgresMessenger, DispatchSemaphore) {
    let node = try test.node(connections: 1)
    let gate = DispatchSemaphore(value: 0)
    Task { try await node.database.query { _ in gate.wait() } }
    while node.database.pool.use.connections == 0 { await Task.yield() }
    return (PostgresMessenger(database: node.database, randomness: SeededRandomness(seed: 6)), gate)
  }

  /// The condition of connections that listen to this test's channel.
  private var isOfThis: String { "query LIKE '%' || (\(PostgresMessenger.channel))" }
}
