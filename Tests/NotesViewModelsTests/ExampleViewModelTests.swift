import NotesDomain
import NotesTestSupport
import NotesTransfer
import NotesViewModels
import Testing
import Wiring

/// A view-model is wired as in the program, over fakes of all ports.
@MainActor
@Suite struct ExampleViewModelTests {
  @Test func `a list shows the notes, the latest first`() async throws {
    // Given
    let fakes = Fakes(notes: [.sample(1, title: "Bread", modified: 1), .sample(2, title: "Tea", modified: 2)])
    let modules: [any Module] = [ViewModelsModule(), TransferModule(), FakesModule(fakes)]
    let list = try Plan(NoteListViewModel.self, modules: modules).buildOnMainActor().root
    // When
    await list.load(NoteListForm())
    // Then
    #expect(list.state.phase == .done)
    #expect(list.state.rows.map(\.value.title) == ["Tea", "Bread"])
  }
}
