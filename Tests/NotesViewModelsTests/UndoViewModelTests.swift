import NotesDomain
import NotesTestSupport
import NotesViewModels
import Testing

@MainActor
@Suite struct UndoViewModelTests {
  private let fakes = Fakes(notes: [.sample(1, title: "Tea", body: "one\n"), .sample(2, title: "Rye", body: "one\n")])

  private func undo(_ number: Int? = nil, isDryRun: Bool = false) async throws -> UndoState {
    fakes.repository.beginRun()
    let model = try viewModel(UndoViewModel.self, fakes)
    await model.undo(number, isDryRun: isDryRun)
    return model.state
  }

  @Test func `the last change is taken back, and then the one before`() async throws {
    try await fakes.write("two\n", to: 1)
    try await fakes.write("three\n", to: 1)
    #expect(try await undo().outcome == .done(changeSet: 3))
    #expect(fakes.note(1)?.body == "two\n")
    #expect(try await undo().outcome == .done(changeSet: 4))
    #expect(fakes.note(1)?.body == "one\n")
    #expect(try await undo().phase.failure == .nothingToUndo)
  }

  @Test func `an undo is undone by its number, and then without one again`() async throws {
    try await fakes.write("two\n", to: 1)
    _ = try await undo()
    #expect(try await undo(2).outcome == .done(changeSet: 3))
    #expect(fakes.note(1)?.body == "two\n")
    #expect(try await undo().outcome == .done(changeSet: 4))
    #expect(fakes.note(1)?.body == "one\n")
    #expect(try await undo().phase.failure == .nothingToUndo)
  }

  @Test func `a change is taken back by its number, and what came later stays`() async throws {
    try await fakes.write("one\n\ntwo\n", to: 1)
    try await fakes.run { repository in
      _ = try await repository.update(SequentialNoteIDGenerator.id(1)) { $0.isPinned = true }
    }
    let state = try await undo(1)
    #expect(state.changes.map(\.after?.body) == ["one\n"] && state.count == 1)
    #expect(fakes.note(1)?.body == "one\n" && fakes.note(1)?.isPinned == true)
  }

  @Test func `when one note was changed in the same place, nothing is taken back, and the note is named`() async throws
  {
    try await fakes.run { repository in
      for number in [1, 2] as [UInt64] {
        _ = try await repository.update(SequentialNoteIDGenerator.id(number)) { $0.body = "two\n" }
      }
    }
    try await fakes.write("three\n", to: 2)
    let rye = try #require(fakes.note(2))
    #expect(try await undo(1).phase.failure == .undoRefused(1, notes: [rye.summary]))
    #expect(try await undo(1, isDryRun: true).phase.failure == .undoRefused(1, notes: [rye.summary]))
    #expect(fakes.note(1)?.body == "two\n")
  }

  @Test func `a dry run says what would be, and changes nothing`() async throws {
    try await fakes.write("two\n", to: 1)
    let before = fakes.repository.all
    let state = try await undo(isDryRun: true)
    #expect(state.outcome == .possible && state.count == 1)
    #expect(state.changes.map(\.before?.body) == ["two\n"] && state.changes.map(\.after?.body) == ["one\n"])
    #expect(fakes.repository.all == before)
    #expect(try await fakes.repository.changeSets(before: nil, limit: 9).count == 1)
  }

  @Test(arguments: [true, false])
  func `where nothing is left of a change, it says so`(isDryRun: Bool) async throws {
    try await fakes.write("two\n", to: 1)
    try await fakes.write("one\n", to: 1)
    let state = try await undo(1, isDryRun: isDryRun)
    #expect(state.outcome == .nothingLeft && state.count == 0 && state.phase == .done)
  }

  @Test func `notes that were added go to the trash`() async throws {
    try await fakes.run { try await $0.insert([.sample(3)]) }
    _ = try await undo()
    #expect(fakes.note(3)?.trashed == fakes.clock.now())
  }

  @Test func `what a sync changed is taken back by its number only`() async throws {
    try await fakes.write("two\n", to: 1)
    try await fakes.sync(nil, for: 2)
    #expect(try await undo().changeSet?.id == 1)
    #expect(fakes.note(2) == nil)
    #expect(try await undo(2).outcome == .done(changeSet: 4))
    #expect(fakes.note(2)?.title == "Rye")
    #expect(try await undo().phase.failure == .nothingToUndo)
  }

  @Test func `what was taken back is not taken back again`() async throws {
    try await fakes.write("two\n", to: 1)
    _ = try await undo()
    #expect(try await undo(1).phase.failure == .undoneBefore(1, by: 2))
    #expect(try await undo(1, isDryRun: true).phase.failure == .undoneBefore(1, by: 2))
  }

  @Test(arguments: [0, -1, 9, .max, .min])
  func `a number without changes is refused`(number: Int) async throws {
    try await fakes.write("two\n", to: 1)
    #expect(try await undo(number).phase.failure == .noChangeSet(number))
  }

  @Test func `the last change of a person is found behind many syncs`() async throws {
    try await fakes.write("two\n", to: 1)
    for number in 0..<60 { try await fakes.sync(.sample(9, body: "\(number)\n"), for: 9) }
    #expect(try await undo().changeSet?.id == 1)
  }

  @Test func `of a thousand notes a hundred are shown, and all are taken back`() async throws {
    try await fakes.run { try await $0.insert((10..<1010).map { .sample($0) }) }
    let state = try await undo()
    #expect(state.changes.count == 100 && state.count == 1000)
    #expect(fakes.repository.all.count { $0.trashed != nil } == 1000)
  }
}
