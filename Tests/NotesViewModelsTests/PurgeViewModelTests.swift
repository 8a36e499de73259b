import NotesDomain
import NotesTestSupport
import NotesViewModels
import Testing

@MainActor
@Suite struct PurgeViewModelTests {
  private let fakes = Fakes(notes: [
    .sample(1, title: "Kept"), .sample(2, title: "Gone") { $0.trashed = FixedClock.start },
  ])

  @Test func `the whole trash is selected, shown, and removed`() async throws {
    let model = try viewModel(PurgeViewModel.self, fakes)
    await model.select([])
    #expect(model.state.candidates.map(\.title) == ["Gone"])
    #expect(fakes.repository.all.count == 2)
    await model.purge()
    #expect(model.state.purged == [SequentialNoteIDGenerator.id(2)])
    #expect(fakes.repository.all.map(\.title) == ["Kept"])
  }

  @Test func `a note outside the trash is never selected`() async throws {
    let model = try viewModel(PurgeViewModel.self, fakes)
    await model.select([reference(2), reference(1)])
    #expect(model.state.candidates.isEmpty)
    #expect(model.state.phase.failure == Failure(NoteFailure.notInTrash(Note.sample(1, title: "Kept").summary)))
  }

  @Test func `a note that leaves the trash before the removal stays`() async throws {
    let model = try viewModel(PurgeViewModel.self, fakes)
    await model.select([])
    _ = try await fakes.repository.update(SequentialNoteIDGenerator.id(2)) { $0.trashed = nil }
    await model.purge()
    #expect(model.state.purged.isEmpty)
    #expect(fakes.repository.all.count == 2)
  }

  @Test func `a purge erases remains, and succeeds if that fails`() async throws {
    let model = try viewModel(PurgeViewModel.self, fakes)
    await model.select([])
    fakes.storeMaintenance.failure = .store(.locked(path: "/s"))
    await model.purge()
    #expect(model.state.phase == .done && model.state.hasRemains)
    #expect(fakes.repository.all.map(\.title) == ["Kept"])
  }

  @Test func `a purge of nothing erases no remains`() async throws {
    let fakes = Fakes(notes: [.sample(1, title: "Kept")])
    let model = try viewModel(PurgeViewModel.self, fakes)
    await model.select([])
    await model.purge()
    #expect(fakes.storeMaintenance.erasures == 0 && !model.state.hasRemains)
  }

  @Test func `conflicts that keep texts of the purged notes are counted`() async throws {
    // Given
    let notes: [Note] = [.sample(1) { $0.trashed = FixedClock.start }, .sample(2), .sample(3)]
    let fakes = Fakes(notes: [notes[0], notes[2]])
    for (note, copy) in [(notes[0], Note.sample(7)), (notes[2], .sample(8))] {
      _ = try await fakes.repository.add(
        NoteConflict(note: note.id, copy: copy.id, base: nil, theirs: note, ours: copy, detected: FixedClock.start),
        copy: copy)
    }
    let model = try viewModel(PurgeViewModel.self, fakes)
    // When
    await model.select([])
    await model.purge()
    // Then
    #expect(model.state.purged == [notes[0].id] && model.state.conflicts == 1)
  }
}
