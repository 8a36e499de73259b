import Dispatch
import NotesDomain
import NotesTestSupport
import Synchronization
import Testing

@testable import NotesPostgres

@Suite("A pool of connections") struct PostgresPoolTests {
  private static let other = VaultID("other-1") ?? .main

  @Test(.timeLimit(.minutes(1))) func `the waiting writes of one vault leave connections to the other vaults`()
    async throws
  {
    // Given
    let pool = try await TestDatabase(connections: 2).database.pool
    let gate = DispatchSemaphore(value: 0)
    async let writes: Void = withThrowingTaskGroup { group in
      for _ in 0..<5 {
        group.addTask { try await pool.run(for: .main, isWrite: true) { _ in gate.wait() } }
      }
      try await group.waitForAll()
    }
    while pool.use.waiting < 4 { await Task.yield() }
    // When
    let answer = try await pool.run(for: Self.other, isWrite: true) { connection in
      try connection.first("SELECT 7::bigint") { $0.int(0) }
    }
    // Then
    #expect(answer == 7)
    #expect(pool.use.connections == 2)
    for _ in 0..<5 { gate.signal() }
    try await writes
    #expect(pool.use.waiting == 0)
  }

  @Test(.timeLimit(.minutes(1))) func `the waiting reads of one vault let another vault go first`() async throws {
    // Given
    let pool = try await TestDatabase(connections: 1).database.pool
    let gate = DispatchSemaphore(value: 0)
    let order = Order()
    async let first: Void = pool.run(for: .main) { _ in
      order.names.withLock { $0.append("first") }
      gate.wait()
    }
    while order.names.withLock({ $0.isEmpty }) { await Task.yield() }
    async let reads: Void = withThrowingTaskGroup { group in
      for _ in 0..<5 {
        group.addTask {
          try await pool.run(for: .main) { _ in order.names.withLock { $0.append("main") } }
        }
      }
      try await group.waitForAll()
    }
    while pool.use.waiting < 5 { await Task.yield() }
    // When
    async let read: Void = pool.run(for: Self.other) { _ in order.names.withLock { $0.append("other") } }
    while pool.use.waiting < 6 { await Task.yield() }
    gate.signal()
    _ = try await (first, reads, read)
    // Then
    #expect(order.names.withLock { $0 } == ["first", "other"] + Array(repeating: "main", count: 5))
  }

  private final class Order: Sendable {
    let names = Mutex<[String]>([])
  }
}
