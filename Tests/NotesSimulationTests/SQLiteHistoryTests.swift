import NotesSimulation
import Testing

/// The histories of ``HistoryTests``, with the SQLite stores of the program and its server.
@Suite struct SQLiteHistoryTests {
  private static let parts: UInt64 = 10
  private static let seeds: UInt64 = 50

  @Test(arguments: 0..<parts)
  func `five hundred histories keep every invariant in SQLite`(part: UInt64) async throws {
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
}
