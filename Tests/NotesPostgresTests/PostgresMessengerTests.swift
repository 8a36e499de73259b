import Dispatch
import NotesDomain
import NotesHosting
import NotesTestSupport
import Synchronization
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

  @Test(.timeLimit(.minutes(5))) func `equal messages that wait are sent once`() async throws {
    // Given a node that cannot send yet
    var others = nodes[1].messages().makeAsyncIterator()
    #expect(await others.next() == .gap)
    let node = try BlockedNode(of: test)
    try await node.block()
    node.messenger.send(revocation)
    while node.pool.use.waiting < 1 { await Task.yield() }
    // When
    for _ in 0..<1000 { node.messenger.send(change) }
    let last = NodeMessage.change(try #require(VaultID("last")))
    node.messenger.send(last)
    node.unblock()
    // Then
    var received: [NodeMessage] = []
    while received.last != last, let message = await others.next() { received.append(message) }
    #expect(received == [revocation, change, last])
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

  @Test func `a node shows whether it listens, and how often it could not`() async throws {
    // Given
    let node = try test.node()
    #expect(node.database.use?.isListening == false)
    var messages = PostgresMessenger(database: node.database, randomness: SeededRandomness(seed: 8)).messages()
      .makeAsyncIterator()
    var events = node.database.events().filter { $0 != .openToAllRoles }.makeAsyncIterator()
    #expect(await messages.next() == .gap)
    #expect(await events.next() == .listening)
    #expect(node.database.use?.isListening == true && node.database.use?.listenFailures == 0)
    // When
    try test.run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN %' AND \(isOfThis)")
    // Then
    guard case .listeningFailed = await events.next() else { throw CancellationError() }
    #expect(await messages.next() == .gap)
    #expect(await events.next() == .listening)
    #expect(node.database.use?.isListening == true && node.database.use?.listenFailures == 1)
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

  @Test(.timeLimit(.minutes(5))) func `a node that always has messages to send has sent those so far soon`()
    async throws
  {
    // Given a message that waits for the connection
    let node = try BlockedNode(of: test)
    try await node.block()
    node.messenger.send(revocation)
    while node.pool.use.waiting < 1 { await Task.yield() }
    let hasFlushed = Atomic(false)
    // When
    let flushing = Task {
      await node.messenger.flush()
      hasFlushed.store(true, ordering: .sequentiallyConsistent)
    }
    // Then, although there is another message each time
    while !hasFlushed.load(ordering: .sequentiallyConsistent) {
      node.messenger.send(change)
      async let blocked: Void = node.block()
      while node.pool.use.waiting < 2 { await Task.yield() }
      node.unblock()
      try await blocked
      while node.pool.use.waiting < 1 { await Task.yield() }
    }
    await flushing.value
    node.unblock()
  }

  @Test(.timeLimit(.minutes(5))) func `waiting for messages to be sent ends with its task`() async throws {
    let node = try BlockedNode(of: test)
    try await node.block()
    node.messenger.send(change)
    let flushing = Task { await node.messenger.flush() }
    flushing.cancel()
    await flushing.value
    node.unblock()
  }

  @Test(.timeLimit(.minutes(5))) func `messages are sent although the idle connection was ended`() async throws {
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

  @Test(.timeLimit(.minutes(5))) func `after messages could not be sent, the next ones say so`() async throws {
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

  @Test(.timeLimit(.minutes(5))) func `a node with too many messages to send sends that there were some`() async throws
  {
    // Given
    var others = nodes[1].messages().makeAsyncIterator()
    #expect(await others.next() == .gap)
    let node = try BlockedNode(of: test)
    try await node.block()
    // When
    for number in 0..<50_000 { node.messenger.send(.revocation(SignedInDeviceID(bits: UInt64(number)))) }
    node.unblock()
    await node.messenger.flush()
    node.messenger.send(change)
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

  /// The condition of connections that listen to this test's channel.
  private var isOfThis: String { "query LIKE '%' || (\(PostgresMessenger.channel))" }
}

/// A node with one connection, which is in use from ``block()`` to ``unblock()``.
private final class BlockedNode: Sendable {
  let pool: PostgresPool
  let messenger: PostgresMessenger
  private let gate = DispatchSemaphore(value: 0)

  init(of test: TestDatabase) throws {
    let database = try test.node(connections: 1).database
    pool = database.pool
    messenger = PostgresMessenger(database: database, randomness: SeededRandomness(seed: 6))
  }

  /// Waits for the connection, and returns when it is in use.
  func block() async throws {
    await withCheckedContinuation { continuation in
      Task { [pool, gate] in
        try await pool.run { _ in
          continuation.resume()
          gate.wait()
        }
      }
    }
  }

  func unblock() { gate.signal() }
}
