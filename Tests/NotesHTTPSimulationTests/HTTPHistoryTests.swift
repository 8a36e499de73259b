import NotesHTTPSimulation
import NotesSimulation
import NotesTestSupport
import Testing

/// Histories over the real HTTP server and transport. `scripts/simulate --http 2000` runs more.
@Suite(.serialized) struct HTTPHistoryTests {
  @Test func `a history over HTTP keeps every invariant, and is the same as without`() async throws {
    // Given
    let seeds = 0..<Thoroughness.runs(5, ofAll: UInt64(25))
    // When
    let outcome = try await HTTPHistories().play(seeds)
    // Then
    #expect(outcome.count == seeds.count)
    #expect(outcome.failure == nil, "seed \(outcome.failure?.seed ?? 0): \(outcome.failure?.verdict ?? .kept)")
    #expect(outcome.difference == nil, "over HTTP it is another history")
  }

  @Test(arguments: ["no compare-and-swap", "no receipts"])
  func `a broken rule of the server is noticed over HTTP`(name: String) async throws {
    // Given
    let mutant = try #require(Mutant.all.first { $0.name == name })
    // When
    let outcome = try await HTTPHistories(mutant).play(0..<100)
    // Then
    guard case .broken(let promise, _) = outcome.failure?.verdict else {
      Issue.record("it survives 100 seeds")
      return
    }
    #expect(promise != .honest, "nothing was played at all")
  }
}
