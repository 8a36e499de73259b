import NotesHTTPAPI
import Testing

@testable import NotesHTTPServer

struct DecodingSemaphoreTests {
  private func decode(_ count: Int, with semaphore: DecodingSemaphore) async throws -> Int {
    try await semaphore.decode([UInt8](repeating: 0, count: count)) { $0.count }
  }

  @Test(.timeLimit(.minutes(1)))
  func `large bodies wait for a permit, and small ones do not`() async throws {
    // Given
    let semaphore = DecodingSemaphore(permits: 1)
    await semaphore.wait()
    // When
    let large = DecodingSemaphore.smallBytes + 1
    let tasks = (0..<3).map { _ in Task { try await decode(large, with: semaphore) } }
    while semaphore.waitingCount < 3 { await Task.yield() }
    // Then
    #expect(try await decode(large - 1, with: semaphore) == large - 1)
    #expect(semaphore.waitingCount == 3)
    semaphore.signal()
    for task in tasks { #expect(try await task.value == large) }
    #expect(try await decode(large, with: semaphore) == large)
  }

  @Test func `a body that cannot be decoded releases its permit`() async throws {
    let semaphore = DecodingSemaphore(permits: 1)
    let bytes = [UInt8](repeating: 0, count: DecodingSemaphore.smallBytes + 1)
    await #expect(throws: MessageDecodingError.oversized(limit: 1)) {
      try await semaphore.decode(bytes) { _ -> Int in throw MessageDecodingError.oversized(limit: 1) }
    }
    #expect(try await decode(bytes.count, with: semaphore) == bytes.count)
  }
}
