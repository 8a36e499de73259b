import NotesDomain
import NotesTestSupport
import NotesViewModels
import Testing

@MainActor
@Suite struct NoteTextsViewModelTests {
  @Test func `whole notes are loaded by their ids, and missing ones are left out`() async throws {
    let fakes = Fakes(notes: [.sample(1, body: "one"), .sample(2, body: "two")])
    let texts = try viewModel(NoteTextsViewModel.self, fakes)
    let ids = [1, 9].map { SequentialNoteIDGenerator.id($0) }
    await texts.load(ids)
    #expect(texts.state.phase == .done && texts.state.notes.mapValues(\.body) == [ids[0]: "one"])
  }

  @Test func `a failing store is the state`() async throws {
    let fakes = Fakes()
    let texts = try viewModel(NoteTextsViewModel.self, fakes)
    fakes.repository.failure = .locked(path: "/s")
    await texts.load([SequentialNoteIDGenerator.id(1)])
    #expect(texts.state.phase == .failed(Failure(StoreError.locked(path: "/s"))))
  }
}
