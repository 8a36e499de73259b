import NotesSimulation
import NotesTestSupport
import Testing

/// Random histories with the SQLite stores of the program and its server: five hundred in `scripts/test --all`.
@Suite struct SQLiteHistoryTests {
  private static let parts: UInt64 = 10
  private static let seeds: UInt64 = Thoroughness.runs(5, ofAll: 50)

  @Test(arguments: 0..<parts)
  func `histories keep every invariant in SQLite`(part: UInt64) async throws {
    // Given
    let simulation = Simulation(stores: try SQLiteStoreFactory())
    // When
    let summary = try await simulation.play(part * Self.seeds..<(part + 1) * Self.seeds)
    // Then
    #expect(
      summary.failure == nil, "seed \(summary.failure?.seed ?? 0): \(summary.failure.map { "\($0.verdict)" } ?? "")")
  }

  @Test func `a history in SQLite is the same as in memory`() async throws {
    // Given
    let files = try World(stores: SQLiteStoreFactory())
    let memory = try World()
    for seed in 1000..<UInt64(1010) {
      // When
      let (inFiles, inMemory) = (await files.play(seed: seed), await memory.play(seed: seed))
      // Then
      #expect(inFiles == inMemory, "seed \(seed)")
    }
  }
  @Test(arguments: 0..<Thoroughness.runs(1, ofAll: 4) as Range<UInt64>)
  func `a history near the limits of notes is the same in SQLite as in memory`(seed: UInt64) async throws {
    // Given
    let files = try World(stores: SQLiteStoreFactory())
    let memory = try World(stores: InMemoryStoreFactory(keepsHistory: true))
    // When
    let inFiles = await files.play(seed: seed, isNearLimits: true)
    let inMemory = await memory.play(seed: seed, isNearLimits: true)
    // Then
    #expect(inFiles.verdict == .kept && inFiles == inMemory, "scripts/simulate --limits --seed \(seed)")
  }
}
