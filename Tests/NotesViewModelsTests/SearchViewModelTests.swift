import NotesDomain
import NotesFronts
import NotesTestSupport
import NotesTransfer
import NotesViewModels
import Testing
import Wiring
import WiringMacros

@MainActor
@Suite struct SearchViewModelTests {
  @Test func `a search calls the store once, however many notes it finds`() async throws {
    // Given
    let spy = SpyNoteRepository(Fakes(notes: (1...5).map { .sample(UInt64($0), title: "Rye \($0)") }).repository)
    let graph = try Plan(SearchViewModel.self, modules: [ViewModelsModule(), TransferModule(), FakesModule()]) {
      overrides in
      overrides.replace((any NoteRepository).self, with: spy)
      overrides.replace((any ExternalEditor).self, with: ScriptedEditor(drafts: InMemoryDraftStore()) { $0 })
    }.buildOnMainActor()
    // When
    await graph.root.search(SearchForm("rye"))
    // Then
    #expect(spy.calls(to: "search(_:)").count == 1)
    #expect(spy.calls.allSatisfy { !$0.didThrow })
  }

  @Test func `a search has the hits with their passages`() async throws {
    // Given
    let fakes = Fakes(notes: [.sample(1, body: "# Bread\nA sourdough starter."), .sample(2, body: "# Tea")])
    let search = try viewModel(SearchViewModel.self, fakes)
    // When
    await search.search(SearchForm("sourdough"))
    // Then
    #expect(search.state.phase == .done)
    #expect(search.state.rows.map(\.value.note.title) == ["Bread"])
    #expect(search.state.rows.first?.value.snippet.filter(\.isMatch).map(\.text) == ["sourdough"])
  }

  @Test func `a failing store is in the phase`() async throws {
    let fakes = Fakes()
    fakes.repository.failure = .corrupt(path: "/store", detail: "bad page")
    let search = try viewModel(SearchViewModel.self, fakes)
    await search.search(SearchForm("tea"))
    #expect(search.state.phase == .failed(Failure(StoreError.corrupt(path: "/store", detail: "bad page"))))
  }
}
