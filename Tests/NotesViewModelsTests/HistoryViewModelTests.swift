import NotesDomain
import NotesTestSupport
import NotesViewModels
import Testing

@MainActor
@Suite struct HistoryViewModelTests {
  private let fakes = Fakes(notes: [.sample(1, title: "Tea", body: "one\n")])

  @Test func `change sets are listed newest first, up to the limit`() async throws {
    try await fakes.write("two\n", to: 1)
    try await fakes.run { try await $0.insert([.sample(2)]) }
    let model = try viewModel(HistoryViewModel.self, fakes)
    await model.load(limit: 9)
    #expect(model.state.changeSets.map { $0.examples.map(\.id) } == [2, 1].map { [SequentialNoteIDGenerator.id($0)] })
    await model.load(limit: 1)
    #expect(model.state.changeSets.count == 1 && model.state.phase == .done)
  }

  @Test func `each version has its difference from the one before`() async throws {
    try await fakes.write("one\ntwo\n", to: 1)
    try await fakes.run { repository in
      _ = try await repository.update(SequentialNoteIDGenerator.id(1)) { $0.isPinned = true }
    }
    let model = try viewModel(HistoryViewModel.self, fakes)
    await model.load(reference(1), limit: 9)
    #expect(model.state.rows.map(\.version.changeSet) == [2, 1, 0])
    #expect(model.state.rows.map(\.difference?.fields) == [[.pinned], [], nil])
    #expect(model.state.rows.map(\.difference?.addedLines) == [0, 1, nil])
  }

  @Test func `the last listed version has its difference, too`() async throws {
    try await fakes.write("one\ntwo\n", to: 1)
    let model = try viewModel(HistoryViewModel.self, fakes)
    await model.load(reference(1), limit: 1)
    #expect(model.state.rows.map(\.difference?.addedLines) == [1])
  }

  @Test func `the history of a note that is gone is found by its whole id`() async throws {
    try await fakes.sync(nil, for: 1)
    let model = try viewModel(HistoryViewModel.self, fakes)
    await model.load(reference(1), limit: 9)
    #expect(model.state.rows.map(\.version.note) == [nil, .sample(1, title: "Tea", body: "one\n")])
    await model.load(reference(9), limit: 9)
    #expect(model.state.phase.failure == Failure(ReferenceError.unknown(reference(9))))
  }

  @Test func `earlier change sets are listed from a number on`() async throws {
    try await fakes.write("two\n", to: 1)
    try await fakes.write("three\n", to: 1)
    let model = try viewModel(HistoryViewModel.self, fakes)
    await model.load(before: 2, limit: 9)
    #expect(model.state.changeSets.map(\.id) == [1])
  }

  @Test func `a note gets the text of a version again, and keeps its other properties`() async throws {
    try await fakes.write("two\n", to: 1)
    try await fakes.run { repository in
      _ = try await repository.update(SequentialNoteIDGenerator.id(1)) { $0.isPinned = true }
    }
    let model = try viewModel(HistoryViewModel.self, fakes)
    await model.restore(reference(1), version: 0)
    let note = try #require(fakes.repository.all.first)
    #expect(note.body == "one\n" && note.title == "Tea" && note.isPinned)
    #expect(note.modified == fakes.wallClock.now() && model.state.restored == note)
  }

  @Test func `a title that follows the text comes back with it`() async throws {
    let fakes = Fakes(notes: [.sample(1, body: "# One\n")])
    try await fakes.run { repository in
      _ = try await repository.update(SequentialNoteIDGenerator.id(1)) { ($0.title, $0.body) = ("Two", "# Two\n") }
    }
    let model = try viewModel(HistoryViewModel.self, fakes)
    await model.restore(reference(1), version: 0)
    #expect(fakes.repository.all.first?.title == "One")
  }

  @Test func `a note that is gone is added again with the text of a version`() async throws {
    try await fakes.sync(nil, for: 1)
    let model = try viewModel(HistoryViewModel.self, fakes)
    await model.restore(reference(1), version: 0)
    #expect(model.state.phase == .done && fakes.repository.all.first?.body == "one\n")
  }

  @Test func `a version that does not exist changes nothing`() async throws {
    let model = try viewModel(HistoryViewModel.self, fakes)
    await model.restore(reference(1), version: 7)
    #expect(model.state.phase.failure == Failure(HistoryFailure.noVersion(7)))
    #expect(fakes.repository.all.first?.body == "one\n")
  }

  @Test func `a failing store is in the phase`() async throws {
    fakes.repository.failure = .locked(path: "/store")
    let model = try viewModel(HistoryViewModel.self, fakes)
    await model.load(limit: 9)
    #expect(model.state.phase.failure == Failure(StoreError.locked(path: "/store")))
    await model.load(reference(1), limit: 9)
    #expect(model.state.phase.failure == Failure(StoreError.locked(path: "/store")))
  }
}
