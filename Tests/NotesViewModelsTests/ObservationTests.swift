import NotesDomain
import NotesTestSupport
import NotesViewModels
import Observation
import Testing

@MainActor
@Suite struct ObservationTests {
  @Test func `an observer of a state sees its last value`() async throws {
    let model = try viewModel(NoteListViewModel.self, Fakes(notes: [.sample(1, title: "Tea")]))
    let seen = Task { () -> NoteListState? in
      for await state in Observations({ model.state }) where state.phase == .done { return state }
      return nil
    }
    await model.load(NoteListForm())
    #expect(await seen.value?.rows.map(\.value.title) == ["Tea"])
  }
}
