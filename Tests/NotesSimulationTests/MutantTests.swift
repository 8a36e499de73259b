import NotesSimulation
import Testing

/// The checker must notice every mutant. `scripts/simulate --mutants` runs all of them, with more seeds, in an optimized build.
@Suite struct MutantTests {
  /// One of each part: the device's rules, the server's, and files.
  static let quick = ["no conflict copy", "no compare-and-swap", "files are not fetched"]

  @Test(arguments: quick)
  func `a mutant is noticed`(name: String) async throws {
    // Given
    let mutant = try #require(Mutant.all.first { $0.name == name })
    // When
    let summary = try await Simulation().play(0..<100, mutant)
    // Then
    #expect(summary.failure != nil, "it survives 100 seeds")
  }

  @Test func `mutants have unique names`() {
    #expect(Set(Mutant.all.map(\.name)).count == Mutant.all.count)
    #expect(Mutant.all.count >= 48)
  }
}
