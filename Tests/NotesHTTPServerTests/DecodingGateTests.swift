import NotesWire
import Testing

@testable import NotesHTTPServer

struct DecodingGateTests {
  private func read(_ count: Int, _ gate: DecodingGate) async throws(WireProblem) -> Int {
    try await gate.decode([UInt8](repeating: 0, count: count)) { (bytes) throws(WireProblem) in bytes.count }
  }

  @Test(.timeLimit(.minutes(1)))
  func `large bodies wait until there is a place, and small ones do not`() async throws {
    // Given
    let gate = DecodingGate(places: 1)
    await gate.enter()
    // When
    let large = DecodingGate.smallBytes + 1
    let tasks = (0..<3).map { _ in Task { try await read(large, gate) } }
    while gate.waitingCount < 3 { await Task.yield() }
    // Then
    #expect(try await read(large - 1, gate) == large - 1)
    #expect(gate.waitingCount == 3)
    gate.leave()
    for task in tasks { #expect(try await task.value == large) }
    #expect(try await read(large, gate) == large)
  }

  @Test func `a body that is none leaves its place to others`() async throws {
    let gate = DecodingGate(places: 1)
    let bytes = [UInt8](repeating: 0, count: DecodingGate.smallBytes + 1)
    await #expect(throws: WireProblem.oversized(limit: 1)) {
      try await gate.decode(bytes) { (_) throws(WireProblem) -> Int in throw .oversized(limit: 1) }
    }
    #expect(try await read(bytes.count, gate) == bytes.count)
  }
}
