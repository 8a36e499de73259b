import NotesDomain
import NotesTestSupport
import NotesTransfer
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

  @Test func `a list grows, and stays that long while it is observed`() async throws {
    // Given
    let fakes = Fakes(notes: (1...9).map { .sample($0, modified: Int64($0)) })
    let list = try viewModel(NoteListViewModel.self, fakes)
    let screen = Task { await list.observe(NoteListForm(limit: 3)) }
    while list.state.phase != .done { await Task.yield() }
    // When
    await list.loadMore(2)
    // Then
    #expect(list.state.rows.map(\.id) == [9, 8, 7, 6, 5].map { SequentialNoteIDGenerator.id($0) })
    #expect(list.state.hasMore)
    fakes.repository.change(SequentialNoteIDGenerator.id(9)) { $0.title = "Changed" }
    while list.state.rows.first?.value.title != "Changed" { await Task.yield() }
    #expect(list.state.rows.count == 5 && list.state.hasMore)
    await list.loadMore(9)
    #expect(list.state.rows.count == 9 && !list.state.hasMore)
    screen.cancel()
    await screen.value
  }

  @Test func `a note that moved down meanwhile is not in a list twice`() async throws {
    let fakes = Fakes(notes: (1...5).map { .sample($0, modified: Int64($0)) })
    let list = try viewModel(NoteListViewModel.self, fakes)
    await list.load(NoteListForm(limit: 2))
    try await fakes.repository.insert([.sample(6, modified: 6)])
    await list.loadMore(2)
    #expect(list.state.rows.map(\.id) == [5, 4, 3].map { SequentialNoteIDGenerator.id($0) })
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
  try Plan(type, modules: [ViewModelsModule(), TransferModule(), EncryptionViewModelModule(), FakesModule(fakes)])
    .buildOnMainActor().root
}

/// Returns an id of ``SequentialNoteIDGenerator`` as text.
func reference(_ number: UInt64) -> String {
  SequentialNoteIDGenerator.id(number).description
}
