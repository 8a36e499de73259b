import Testing

@Suite("Random histories of a vault") struct RandomHistoryTests {
  @Test("The server replies like a plain vault, and keeps its invariants", arguments: 1...200)
  func history(seed: UInt64) async throws {
    var history = try await RandomHistory(seed: seed)
    let fault = try await history.run(steps: 120)
    #expect(fault == nil, "seed \(seed)")
  }

  @Test("A broken rule is detected", arguments: BrokenRule.allCases)
  func broken(_ rule: BrokenRule) async throws {
    for seed in 1...200 as ClosedRange<UInt64> {
      var history = try await RandomHistory(seed: seed) { rule.apply(to: &$0) }
      if try await history.run(steps: 120) != nil { return }
    }
    Issue.record("200 histories do not show that \(rule) is broken")
  }
}
