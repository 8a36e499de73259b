import NotesDomain
import NotesTestSupport
import NotesViewModels
import Testing
import Wiring

@MainActor
@Suite struct NoteListViewModelTests {
  @Test func `short ids are unique`() async throws {
    let fakes = Fakes(notes: [.sample(1), .sample(2), .sample(300)])
    let list = try viewModel(NoteListViewModel.self, fakes)
    await list.load(NoteListForm())
    for row in list.state.rows {
      let prefix = try #require(NoteIDPrefix(row.label))
      #expect(try await fakes.repository.identifiers(matching: prefix, limit: 2) == [row.value.id])
    }
  }

  @Test func `rows have whole ids if short ones are not requested`() async throws {
    let list = try viewModel(NoteListViewModel.self, Fakes(notes: [.sample(1)]))
    await list.load(NoteListForm(), labels: .ids)
    #expect(list.state.rows.map(\.label) == [SequentialNoteIDGenerator.id(1).description])
  }

  @Test func `a failing store is in the phase`() async throws {
    let fakes = Fakes()
    fakes.repository.failure = .locked(path: "/store")
    let list = try viewModel(NoteListViewModel.self, fakes)
    await list.load(NoteListForm())
    #expect(list.state.phase == .failed(Failure(StoreError.locked(path: "/store"))))
  }
}

/// Returns a view-model wired like in the program, over fakes.
@MainActor
func viewModel<Model>(_ type: Model.Type, _ fakes: Fakes) throws -> Model {
  try Plan(type, modules: [ViewModelsModule(), EncryptionViewModelModule(), FakesModule(fakes)]).buildOnMainActor().root
}

/// Returns an id of ``SequentialNoteIDGenerator`` as text.
func reference(_ number: UInt64) -> String {
  SequentialNoteIDGenerator.id(number).description
}
