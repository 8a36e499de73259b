import NotesSimulation
import NotesTestSupport
import Testing

/// Random histories of the real engine and the real server: a few, since `scripts/simulate` plays many more in an optimized
/// build, which is a part of `scripts/test --all`.
@Suite struct HistoryTests {
  @Test(arguments: 0..<UInt64(2))
  func `a few dozen histories keep every invariant`(part: UInt64) async throws {
    // When
    let summary = try await Simulation().play(part * 40..<(part + 1) * 40)
    // Then
    #expect(summary.failure == nil, "scripts/simulate --seed \(summary.failure?.seed ?? 0)")
    #expect(summary.histories == 40)
    #expect(summary.copies > 0, "without conflicts, it proves little")
  }

  @Test(arguments: 0..<Thoroughness.runs(1, ofAll: 4) as Range<UInt64>)
  func `a history near the limits of notes loses nothing, and its syncs end`(seed: UInt64) async throws {
    // Given
    let world = try World(stores: InMemoryStoreFactory(keepsHistory: true))
    // When
    let report = await world.play(seed: seed, isNearLimits: true)
    // Then
    #expect(report.verdict == .kept, "scripts/simulate --limits --seed \(seed)")
  }

  @Test func `a merge beyond the limits of a note is noticed`() async throws {
    // Given
    let mutant = try #require(Mutant.all.first { $0.name == "both texts one after the other" })
    // When
    let summary = try await Simulation(stores: InMemoryStoreFactory(keepsHistory: true))
      .play(0..<20, mutant, isNearLimits: true)
    // Then
    #expect(summary.failure != nil)
  }

  @Test func `a seed determines a history, whatever ran before`() async throws {
    // Given
    let world = try World()
    var first: [Report] = []
    for seed in 0..<UInt64(20) { first.append(await world.play(seed: seed)) }
    // When
    var second: [Report] = []
    for seed in (0..<UInt64(20)).reversed() { second.append(await world.play(seed: seed)) }
    // Then
    #expect(first.map(\.hash) == second.reversed().map(\.hash))
    #expect(Set(first.map(\.hash)).count == 20)
  }

  @Test func `recording the events does not change a history`() async throws {
    // When
    let recorded = await (try World()).play(seed: 7, recordsLines: true)
    let silent = await (try World()).play(seed: 7)
    // Then
    #expect(recorded.hash == silent.hash)
    #expect(recorded.lines.contains { $0.hasPrefix("sync") })
    #expect(silent.lines.isEmpty)
  }

  @Test func `every schedule of two steps keeps every invariant`() async throws {
    // Given
    let schedules = ExhaustiveSchedules(length: 2)
    // When
    let summary = try await Simulation().play(schedules)
    // Then
    #expect(summary.histories == 121)
    #expect(summary.failure == nil, "\(summary.failure.map { "\(schedules.schedule($0.seed)): \($0.verdict)" } ?? "")")
  }

  @Test(arguments: FailureSweep.histories.indices, FailureSweep.FailureMode.all.map(\.name))
  func `a failure at any point loses nothing`(history: Int, mode name: String) async throws {
    // Given
    let mode = try #require(FailureSweep.FailureMode.all.first { $0.name == name })
    // When
    let (points, failure) = await FailureSweep(FailureSweep.histories[history], mode).run(in: try World())
    // Then
    #expect(failure == nil, "\(name) at point \(points): \(failure.map { "\($0.verdict)" } ?? "")")
    #expect(points > 10)
  }

  @Test(arguments: RegressionScenario.all.map(\.name))
  func `an earlier fault is fixed, and would be noticed`(name: String) async throws {
    // Given
    let fault = try #require(RegressionScenario.all.first { $0.name == name })
    // When
    let (now, then) = try await fault.play()
    // Then
    #expect(now.verdict == .kept)
    #expect(then.verdict != .kept)
  }
}
