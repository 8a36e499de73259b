import NotesSimulation
import Testing

@Suite struct EncryptedHistoryTests {
  /// `scripts/simulate --encrypted` plays more.
  @Test("histories of an encrypted vault keep every invariant", arguments: 0..<2 as Range<UInt64>)
  func invariants(part: UInt64) async throws {
    let summary = try await Simulation(encrypted: true).play(part * 10..<(part + 1) * 10)
    #expect(summary.failure == nil, "seed \(summary.failure?.seed ?? 0): \(summary.failure?.verdict.description ?? "")")
    #expect(summary.histories == 10)
  }

  @Test("a history of an encrypted vault is the same each time")
  func repetition() async throws {
    let first = await (try World(encrypted: true)).play(seed: 7)
    #expect(await (try World(encrypted: true)).play(seed: 7) == first)
    #expect(await (try World()).play(seed: 7).hash != first.hash)
  }
}
