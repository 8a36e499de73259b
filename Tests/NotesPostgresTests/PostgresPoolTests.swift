import Dispatch
import NotesDomain
import NotesHosting
import NotesTestSupport
import Synchronization
import Testing

@testable import NotesPostgres

@Suite("A pool of connections") struct PostgresPoolTests {
  private static let other = VaultID("other-1") ?? .main

  @Test(.timeLimit(.minutes(5))) func `the waiting writes of one vault leave connections to the other vaults`()
    async throws
  {
    // Given
    let pool = try await TestDatabase(connections: 2).database.pool
    let gate = DispatchSemaphore(value: 0)
    async let writes: Void = withThrowingTaskGroup { group in
      for _ in 0..<5 {
        group.addTask { try await pool.run(in: .vault(.main), isWrite: true) { _ in gate.wait() } }
      }
      try await group.waitForAll()
    }
    while pool.use.waiting < 4 || pool.use.connections < 1 { await Task.yield() }
    // When
    let answer = try await pool.run(in: .vault(Self.other), isWrite: true) { connection in
      try connection.first("SELECT 7::bigint") { $0.int(0) }
    }
    // Then
    #expect(answer == 7)
    #expect(pool.use.connections == 2 && pool.use.limit == 2)
    for _ in 0..<5 { gate.signal() }
    try await writes
    #expect(pool.use.waiting == 0)
  }

  @Test(.timeLimit(.minutes(5)), arguments: [1_000, 2_000_000])
  func `a connection is closed after a large message, whose memory it would keep`(bytes: Int) async throws {
    // Given
    let pool = try await TestDatabase(connections: 1).database.pool
    func process() async throws -> Int? {
      try await pool.run { connection in try connection.first("SELECT pg_backend_pid()::bigint") { $0.int(0) } }
    }
    let first = try await process()
    // When
    let sent = try await pool.run { connection in
      try connection.first("SELECT length($1)::bigint", [.bytes([UInt8](repeating: 7, count: bytes))]) { $0.int(0) }
    }
    let second = try await process()
    let received = try await pool.run { connection in
      try connection.first("SELECT repeat('x', \(bytes))") { $0.text(0).utf8.count }
    }
    let third = try await process()
    // Then
    #expect(sent == bytes && received == bytes)
    #expect((first == second, second == third) == (bytes < 1_000_000, bytes < 1_000_000))
  }

  @Test(.timeLimit(.minutes(5))) func `the waiting reads of one vault let another vault go first`() async throws {
    // Given
    let pool = try await TestDatabase(connections: 1).database.pool
    let gate = DispatchSemaphore(value: 0)
    let order = Order()
    async let first: Void = pool.run(in: .vault(.main)) { _ in
      order.names.withLock { $0.append("first") }
      gate.wait()
    }
    while order.names.withLock({ $0.isEmpty }) { await Task.yield() }
    async let reads: Void = withThrowingTaskGroup { group in
      for _ in 0..<5 {
        group.addTask {
          try await pool.run(in: .vault(.main)) { _ in order.names.withLock { $0.append("main") } }
        }
      }
      try await group.waitForAll()
    }
    while pool.use.waiting < 5 { await Task.yield() }
    // When
    async let read: Void = pool.run(in: .vault(Self.other)) { _ in order.names.withLock { $0.append("other") } }
    while pool.use.waiting < 6 { await Task.yield() }
    gate.signal()
    _ = try await (first, reads, read)
    // Then
    #expect(order.names.withLock { $0 } == ["first", "other"] + Array(repeating: "main", count: 5))
  }

  @Test(.timeLimit(.minutes(5))) func `strangers whose tokens are looked up let vaults go first`() async throws {
    // Given
    let pool = try await TestDatabase(connections: 1).database.pool
    let (gate, order) = (DispatchSemaphore(value: 0), Order())
    async let first: Void = pool.run { _ in
      order.names.withLock { $0.append("first") }
      gate.wait()
    }
    while order.names.withLock({ $0.isEmpty }) { await Task.yield() }
    async let strangers: Void = withThrowingTaskGroup { group in
      for _ in 0..<5 {
        group.addTask { try await pool.run { _ in order.names.withLock { $0.append("stranger") } } }
      }
      try await group.waitForAll()
    }
    while pool.use.waiting < 5 { await Task.yield() }
    // When
    async let read: Void = pool.run(in: .vault(.main)) { _ in order.names.withLock { $0.append("vault") } }
    while pool.use.waiting < 6 { await Task.yield() }
    gate.signal()
    _ = try await (first, strangers, read)
    // Then
    #expect(order.names.withLock { $0 } == ["first", "vault"] + Array(repeating: "stranger", count: 5))
  }

  @Test(.timeLimit(.minutes(5)))
  func `a transaction that waits for too long is refused, and readiness ends until the connections get on`()
    async throws
  {
    // Given
    let clock = ManualClock { _ in true }
    let test = try await TestDatabase(connections: 1, clock: clock)
    let pool = test.database.pool
    let (gate, order) = (DispatchSemaphore(value: 0), Order())
    async let stuck: Void = pool.run(in: .vault(.main), isWrite: true) { _ in
      order.names.withLock { $0.append("stuck") }
      gate.wait()
    }
    while order.names.withLock({ $0.isEmpty }) { await Task.yield() }
    async let refused: [StoreError?] = withTaskGroup { group in
      for lane in [.vault(.main), .accounts] as [PostgresPool.Lane] {
        group.addTask { () -> StoreError? in
          do throws(StoreError) {
            try await pool.run(in: lane, isWrite: true) { _ in order.names.withLock { $0.append("refused") } }
            return nil
          } catch {
            return error
          }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    await clock.waitForSleeper()
    while pool.use.waiting < 2 { await Task.yield() }
    #expect(try await test.database.health() == .ready)
    // When
    clock.advance(by: PostgresPool.patience)
    // Then
    for error in await refused {
      guard case .unreachable = error else {
        Issue.record("\(String(describing: error))")
        return
      }
    }
    #expect(pool.use.waiting == 0)
    await #expect(throws: StoreError.self) { try await test.database.health() }
    gate.signal()
    try await stuck
    #expect(try await test.database.health() == .ready)
    #expect(order.names.withLock { $0 } == ["stuck"])
  }

  @Test(.timeLimit(.minutes(5))) func `a request that is cancelled while it waits gives up its place`() async throws {
    // Given
    let pool = try await TestDatabase(connections: 1).database.pool
    let (gate, order) = (DispatchSemaphore(value: 0), Order())
    async let first: Void = pool.run(in: .vault(.main), isWrite: true) { _ in
      order.names.withLock { $0.append("first") }
      gate.wait()
    }
    while order.names.withLock({ $0.isEmpty }) { await Task.yield() }
    let cancelled = [PostgresPool.Lane.vault(.main), .vault(Self.other), .accounts].map { lane in
      Task { try await pool.run(in: lane, isWrite: true) { _ in order.names.withLock { $0.append("cancelled") } } }
    }
    while pool.use.waiting < 3 { await Task.yield() }
    // When
    for task in cancelled { task.cancel() }
    for task in cancelled { await #expect(throws: StoreError.self) { try await task.value } }
    // Then
    #expect(pool.use.waiting == 0)
    gate.signal()
    try await first
    for lane in [PostgresPool.Lane.vault(.main), .vault(Self.other)] {
      try await pool.run(in: lane, isWrite: true) { _ in order.names.withLock { $0.append("next") } }
    }
    #expect(order.names.withLock { $0 } == ["first", "next", "next"])
  }

  @Test(.timeLimit(.minutes(5)), arguments: [true, false])
  func `a request that is cancelled while it runs may have been made only if it is no read`(isRead: Bool) async throws {
    // Given
    let pool = try await TestDatabase(connections: 1).database.pool
    let (gate, order) = (DispatchSemaphore(value: 0), Order())
    defer { gate.signal() }
    let running = Task {
      try await pool.run(isRead: isRead) { _ in
        order.names.withLock { $0.append("running") }
        gate.wait()
      }
    }
    while order.names.withLock({ $0.isEmpty }) { await Task.yield() }
    // When
    running.cancel()
    // Then
    let error = await #expect(throws: StoreError.self) { try await running.value }
    guard case .unreachable(_, let detail) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(detail.contains("may have been made") != isRead)
  }

  @Test(.timeLimit(.minutes(5))) func `a task that is cancelled before it asks for a connection gets none`()
    async throws
  {
    // Given
    let pool = try await TestDatabase(connections: 1).database.pool
    let order = Order()
    // When
    let cancelled = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await pool.run(in: .vault(.main), isWrite: true) { _ in order.names.withLock { $0.append("cancelled") } }
    }
    await #expect(throws: StoreError.self) { try await cancelled.value }
    // Then
    try await pool.run(in: .vault(.main), isWrite: true) { _ in order.names.withLock { $0.append("next") } }
    #expect(order.names.withLock { $0 } == ["next"])
  }

  @Test(.timeLimit(.minutes(5)))
  func `a write that waits for a connection in vain shows it, although another one of its vault waits behind it`()
    async throws
  {
    // Given
    let clock = ManualClock { _ in true }
    let pool = try await TestDatabase(connections: 1, clock: clock).database.pool
    let (gate, order) = (DispatchSemaphore(value: 0), Order())
    async let stuck: Void = pool.run { _ in
      order.names.withLock { $0.append("stuck") }
      gate.wait()
    }
    while order.names.withLock({ $0.isEmpty }) { await Task.yield() }
    let first = Task { try await pool.run(in: .vault(.main), isWrite: true) { _ in } }
    await clock.waitForSleeper()
    clock.advance(by: .seconds(1))
    async let second: Void = pool.run(in: .vault(.main), isWrite: true) { _ in }
    while pool.use.waiting < 2 { await Task.yield() }
    // When
    clock.advance(by: PostgresPool.patience - .seconds(1))
    await #expect(throws: StoreError.self) { try await first.value }
    // Then
    #expect(pool.use.isStalled)
    gate.signal()
    _ = try await (stuck, second)
    #expect(!pool.use.isStalled)
  }

  @Test func `a connection to a standby is not kept`() async throws {
    // Given a connection on which nothing can be written, as on a standby
    let test = try await TestDatabase(connections: 1)
    try await test.database.query { try $0.send("SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY") }
    // When
    await #expect(throws: StoreError.readOnly(path: test.database.pool.address.name)) {
      try await test.store.write(.main) { try $0.save(state: VaultState(epochs: [])) }
    }
    // Then
    try await test.store.write(.main) { try $0.save(state: VaultState(epochs: [])) }
  }

  @Test func `connections are counted while they are open, and their round trips after they are lost`() async throws {
    let test = try await TestDatabase(connections: 2)
    let pool = test.database.pool
    #expect(pool.use.connections == 0)
    _ = try await test.database.query { try $0.run("SELECT 1") }
    #expect(pool.use.connections == 1 && pool.use.idle == 1)
    let trips = pool.use.trips
    await #expect(throws: StoreError.self) {
      try await test.database.query { connection in
        for _ in 1...5 { try connection.run("SELECT 1") }
        throw PostgresError.unreachable(detail: "on purpose")
      }
    }
    #expect(pool.use.trips == trips + 5)
    #expect(pool.use.connections == 0 && pool.use.idle == 0)
  }

  private final class Order: Sendable {
    let names = Mutex<[String]>([])
  }
}
