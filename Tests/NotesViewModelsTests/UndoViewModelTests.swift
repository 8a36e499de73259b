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

  @Test func `the last change is undone, and then the one before`() async throws {
    try await fakes.write("two\n", to: 1)
    try await fakes.write("three\n", to: 1)
    #expect(try await undo().outcome == .done(changeSet: 3))
    #expect(fakes.note(1)?.body == "two\n")
    #expect(try await undo().outcome == .done(changeSet: 4))
    #expect(fakes.note(1)?.body == "one\n")
    #expect(try await undo().phase.failure == Failure(HistoryFailure.nothingToUndo))
  }

  @Test func `an undo is undone by its number, and then without a number`() async throws {
    try await fakes.write("two\n", to: 1)
    _ = try await undo()
    #expect(try await undo(2).outcome == .done(changeSet: 3))
    #expect(fakes.note(1)?.body == "two\n")
    #expect(try await undo().outcome == .done(changeSet: 4))
    #expect(fakes.note(1)?.body == "one\n")
    #expect(try await undo().phase.failure == Failure(HistoryFailure.nothingToUndo))
  }

  @Test func `a change is undone by its number, and later ones stay`() async throws {
    try await fakes.write("one\n\ntwo\n", to: 1)
    try await fakes.run { repository in
      _ = try await repository.update(SequentialNoteIDGenerator.id(1)) { $0.isPinned = true }
    }
    let state = try await undo(1)
    #expect(state.changes.map(\.after?.body) == ["one\n"] && state.count == 1)
    #expect(fakes.note(1)?.body == "one\n" && fakes.note(1)?.isPinned == true)
  }

  @Test func `an overlapping later change prevents the undo, and its note is reported`() async throws {
    try await fakes.run { repository in
      for number in [1, 2] as [UInt64] {
        _ = try await repository.update(SequentialNoteIDGenerator.id(number)) { $0.body = "two\n" }
      }
    }
    try await fakes.write("three\n", to: 2)
    let rye = try #require(fakes.note(2))
    #expect(try await undo(1).phase.failure == Failure(HistoryFailure.undoRefused(1, notes: [rye.summary])))
    #expect(
      try await undo(1, isDryRun: true).phase.failure == Failure(HistoryFailure.undoRefused(1, notes: [rye.summary])))
    #expect(fakes.note(1)?.body == "two\n")
  }

  @Test func `a dry run reports the changes and makes none`() async throws {
    try await fakes.write("two\n", to: 1)
    let before = fakes.repository.all
    let state = try await undo(isDryRun: true)
    #expect(state.outcome == .possible && state.count == 1)
    #expect(state.changes.map(\.before?.body) == ["two\n"] && state.changes.map(\.after?.body) == ["one\n"])
    #expect(fakes.repository.all == before)
    #expect(try await fakes.repository.changeSets(before: nil, limit: 9).count == 1)
  }

  @Test func `without a number, a change of which nothing is left is passed over`() async throws {
    // Given
    try await fakes.write("two\n", to: 1)
    try await fakes.run { repository in
      for body in ["three\n", "two\n"] {
        _ = try await repository.update(SequentialNoteIDGenerator.id(1)) { $0.body = body }
      }
    }
    // When
    let state = try await undo()
    // Then
    #expect(state.changeSet?.id == 1 && fakes.note(1)?.body == "one\n")
    #expect(try await undo().phase.failure == Failure(HistoryFailure.nothingToUndo))
  }

  @Test(arguments: [true, false])
  func `a change of which nothing is left is reported`(isDryRun: Bool) async throws {
    try await fakes.write("two\n", to: 1)
    try await fakes.write("one\n", to: 1)
    let state = try await undo(1, isDryRun: isDryRun)
    #expect(state.outcome == .nothingLeft && state.count == 0 && state.phase == .done)
  }

  @Test func `undoing an addition moves the notes to the trash`() async throws {
    try await fakes.run { try await $0.insert([.sample(3)]) }
    _ = try await undo()
    #expect(fakes.note(3)?.trashed == fakes.wallClock.now())
  }

  @Test func `changes of a sync are undone only by number`() async throws {
    try await fakes.write("two\n", to: 1)
    try await fakes.sync(nil, for: 2)
    #expect(try await undo().changeSet?.id == 1)
    #expect(fakes.note(2) == nil)
    #expect(try await undo(2).outcome == .done(changeSet: 4))
    #expect(fakes.note(2)?.title == "Rye")
    #expect(try await undo().phase.failure == Failure(HistoryFailure.nothingToUndo))
  }

  @Test func `an undone change is not undone again`() async throws {
    try await fakes.write("two\n", to: 1)
    _ = try await undo()
    #expect(try await undo(1).phase.failure == Failure(HistoryFailure.undoneBefore(1, by: 2)))
    #expect(try await undo(1, isDryRun: true).phase.failure == Failure(HistoryFailure.undoneBefore(1, by: 2)))
  }

  @Test func `a change that was redone names the change that undoes it again`() async throws {
    try await fakes.write("two\n", to: 1)
    for number in [1, 2, 3] {
      fakes.repository.beginRun()
      _ = try await undo(number)
    }
    #expect(try await undo(1).phase.failure == Failure(HistoryFailure.undoneBefore(1, by: 4)))
    fakes.repository.beginRun()
    _ = try await undo(4)
    #expect(try await undo(1).phase.failure == Failure(HistoryFailure.redoneBefore(1, by: 5)))
    #expect(try await undo(5).outcome == .done(changeSet: 6))
  }

  @Test(arguments: [0, -1, 9, .max, .min])
  func `an unknown number is rejected`(number: Int) async throws {
    try await fakes.write("two\n", to: 1)
    #expect(try await undo(number).phase.failure == Failure(HistoryFailure.noChangeSet(number)))
  }

  @Test func `the last change by the user is found behind many syncs`() async throws {
    try await fakes.write("two\n", to: 1)
    for number in 0..<60 { try await fakes.sync(.sample(9, body: "\(number)\n"), for: 9) }
    #expect(try await undo().changeSet?.id == 1)
  }

  @Test func `of a thousand notes a hundred are reported, and all are undone`() async throws {
    try await fakes.run { try await $0.insert((10..<1010).map { .sample($0) }) }
    let state = try await undo()
    #expect(state.changes.count == 100 && state.count == 1000)
    #expect(fakes.repository.all.count { $0.trashed != nil } == 1000)
  }
}
