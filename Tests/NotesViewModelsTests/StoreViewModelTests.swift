import NotesDomain
import NotesTestSupport
import NotesViewModels
import Testing

@MainActor
@Suite struct StoreViewModelTests {
  private let fakes = Fakes(notes: [.sample(1)])

  @Test func `a backup is restored, and the replaced store named`() async throws {
    let model = try viewModel(StoreViewModel.self, fakes)
    await model.backUp(to: "/b", replacing: false)
    #expect(model.state.contents.notes == 1 && model.state.restored == nil)
    try await fakes.repository.insert([.sample(2)])
    await model.restore(from: "/b")
    #expect(model.state.restored?.replaced == "replaced-1")
    #expect(fakes.repository.all == [.sample(1)])
  }

  @Test func `a failure is in the phase`() async throws {
    fakes.storeMaintenance.failure = .inUse(path: "/s")
    let model = try viewModel(StoreViewModel.self, fakes)
    await model.rebuild()
    #expect(model.state.phase.failure == Failure(MaintenanceError.inUse(path: "/s")))
  }
}
