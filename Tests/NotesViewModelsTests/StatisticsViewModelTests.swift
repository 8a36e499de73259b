import NotesDomain
import NotesTestSupport
import NotesViewModels
import Testing

@MainActor
@Suite struct StatisticsViewModelTests {
  @Test func `the statistics are those of the store`() async throws {
    let fakes = Fakes(notes: [
      .sample(1, body: "12345", tags: ["a"]), .sample(2, tags: ["a"]) { $0.isArchived = true },
    ])
    let model = try viewModel(StatisticsViewModel.self, fakes)
    await model.load()
    #expect(model.state.statistics.active == 1 && model.state.statistics.archived == 1)
    #expect(model.state.statistics.textBytes == 10)
    #expect(model.state.statistics.tags.map(\.notes) == [2])
  }

  @Test func `a failing store is in the phase`() async throws {
    let fakes = Fakes()
    fakes.repository.failure = .notAStore(path: "/store")
    let model = try viewModel(StatisticsViewModel.self, fakes)
    await model.load()
    #expect(model.state.phase.failure == Failure(StoreError.notAStore(path: "/store")))
  }
}
