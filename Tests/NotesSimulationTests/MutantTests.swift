import NotesSimulation
import Testing

/// The checker must notice every mutant. `scripts/simulate --mutants` runs all of them, with more seeds.
@Suite struct MutantTests {
  /// The mutants that few histories suffice to notice.
  static let quick = [
    "the last writer wins", "no conflict copy", "a deletion here beats an edit elsewhere",
    "what comes in overwrites what was edited", "an answer takes what stands here for what was sent",
    "the cursor is committed before the notes", "no compare-and-swap", "no receipts", "a page says that it is the last",
    "a restored vault is the same epoch", "the files of the vault win", "a batch does not name its blobs",
    "what an item refers to stays what it was first", "files are not fetched",
  ]

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
