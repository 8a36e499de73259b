import NotesSimulation
import Testing

/// Random histories of the real engine and the real server. `scripts/simulate` plays many more, with optimization.
@Suite struct HistoryTests {
  @Test(arguments: 0..<UInt64(2))
  func `a few hundred histories keep every promise`(part: UInt64) async throws {
    // When
    let tally = try await Simulation().play(part * 150..<(part + 1) * 150)
    // Then
    #expect(tally.failure == nil, "scripts/simulate --seed \(tally.failure?.seed ?? 0)")
    #expect(tally.histories == 150)
    #expect(tally.copies > 0, "without conflicts, it proves little")
  }

  @Test func `a seed played again is the same history, whatever was played before`() async throws {
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

  @Test func `a history that is told is the same as one that is not`() async throws {
    // When
    let told = await (try World()).play(seed: 7, isTold: true)
    let silent = await (try World()).play(seed: 7)
    // Then
    #expect(told.hash == silent.hash)
    #expect(told.lines.contains { $0.hasPrefix("sync") })
    #expect(silent.lines.isEmpty)
  }

  @Test func `every schedule of three steps keeps every promise`() async throws {
    // Given
    let schedules = Exhaustive(length: 3)
    // When
    let tally = try await Simulation().play(schedules)
    // Then
    #expect(tally.histories == 1331)
    #expect(tally.failure == nil, "\(tally.failure.map { "\(schedules.schedule($0.seed)): \($0.verdict)" } ?? "")")
  }

  @Test(arguments: Sweep.histories.indices, Sweep.Way.all.map(\.name))
  func `a break at any place loses nothing`(history: Int, way name: String) async throws {
    // Given
    let way = try #require(Sweep.Way.all.first { $0.name == name })
    // When
    let (places, failure) = await Sweep(Sweep.histories[history], way).run(in: try World())
    // Then
    #expect(failure == nil, "\(name) at place \(places): \(failure.map { "\($0.verdict)" } ?? "")")
    #expect(places > 10)
  }

  @Test(arguments: PastFault.all.map(\.name))
  func `a fault of the past is gone, and would be noticed`(name: String) async throws {
    // Given
    let fault = try #require(PastFault.all.first { $0.name == name })
    // When
    let (now, then) = try await fault.play()
    // Then
    #expect(now.verdict == .kept)
    #expect(then.verdict != .kept)
  }
}
