import NotesHTTPAPI
import Testing

@testable import NotesHTTPServer

struct DecodingSemaphoreTests {
  private func read(_ count: Int, _ semaphore: DecodingSemaphore) async throws(MessageDecodingError) -> Int {
    try await semaphore.decode([UInt8](repeating: 0, count: count)) { (bytes) throws(MessageDecodingError) in bytes.count }
  }

  @Test(.timeLimit(.minutes(1)))
  func `large bodies wait until there is a place, and small ones do not`() async throws {
    // Given
    let semaphore = DecodingSemaphore(places: 1)
    await semaphore.wait()
    // When
    let large = DecodingSemaphore.smallBytes + 1
    let tasks = (0..<3).map { _ in Task { try await read(large, semaphore) } }
    while semaphore.waitingCount < 3 { await Task.yield() }
    // Then
    #expect(try await read(large - 1, semaphore) == large - 1)
    #expect(semaphore.waitingCount == 3)
    semaphore.leave()
    for task in tasks { #expect(try await task.value == large) }
    #expect(try await read(large, semaphore) == large)
  }

  @Test func `a body that is none leaves its place to others`() async throws {
    let semaphore = DecodingSemaphore(places: 1)
    let bytes = [UInt8](repeating: 0, count: DecodingSemaphore.smallBytes + 1)
    await #expect(throws: MessageDecodingError.oversized(limit: 1)) {
      try await semaphore.decode(bytes) { (_) throws(MessageDecodingError) -> Int in throw .oversized(limit: 1) }
    }
    #expect(try await read(bytes.count, semaphore) == bytes.count)
  }
}
