import NotesDomain
import NotesTestSupport
import NotesViewModels
import Testing

@MainActor
@Suite struct ConflictsViewModelTests {
  private let fakes = Fakes()

  @Test func `conflicts are listed with the short id of the copy`() async throws {
    let conflict = try await fakes.record()
    let model = try viewModel(ConflictsViewModel.self, fakes)
    await model.load()
    #expect(model.state.rows.map(\.value) == [conflict])
    #expect(model.state.rows.map(\.label) == [reference(9)])
  }

  @Test(arguments: [reference(9), reference(8)])
  func `a conflict is found by its copy or its note`(reference: String) async throws {
    let conflict = try await fakes.record()
    let model = try viewModel(ConflictsViewModel.self, fakes)
    await model.open(reference)
    let open = try #require(model.state.opened)
    #expect(open.conflict == conflict && open.note == fakes.note(8) && open.copy == fakes.note(9))
  }

  @Test(arguments: ["ffff", "tea!", ""])
  func `an unknown reference is a failure`(reference: String) async throws {
    _ = try await fakes.record()
    let model = try viewModel(ConflictsViewModel.self, fakes)
    await model.open(reference)
    #expect(model.state.phase == .failed(Failure(ConflictFailure.unknown(reference))) && model.state.opened == nil)
  }

  @Test func `an ambiguous reference is a failure`() async throws {
    let (first, second) = (try await fakes.record(), try await fakes.record(copy: 7))
    let model = try viewModel(ConflictsViewModel.self, fakes)
    await model.open("0000")
    #expect(model.state.phase == .failed(Failure(ConflictFailure.ambiguous("0000", candidates: [first, second]))))
    await model.open(reference(8))
    #expect(
      model.state.phase == .failed(Failure(ConflictFailure.ambiguous(reference(8), candidates: [first, second]))))
    await model.open(reference(7))
    #expect(model.state.opened?.conflict == second)
  }

  @Test func `a copy that is the note of another conflict can be found`() async throws {
    let first = try await fakes.record()
    _ = try await fakes.record(note: 9, copy: 7)
    let model = try viewModel(ConflictsViewModel.self, fakes)
    await model.open(reference(9))
    #expect(model.state.opened?.conflict == first)
  }

  @Test func `keeping theirs moves the copy to the trash`() async throws {
    _ = try await fakes.record()
    let before = try #require(fakes.note(8))
    let model = try viewModel(ConflictsViewModel.self, fakes)
    await model.resolve(reference(9), keeping: .theirs)
    #expect(model.state.outcome == .settled(before) && fakes.note(8) == before)
    #expect(fakes.note(9)?.trashed == fakes.wallClock.now())
    #expect(try await fakes.repository.conflicts().isEmpty)
  }

  @Test func `keeping ours writes the current copy to the note and trashes the copy`() async throws {
    _ = try await fakes.record()
    _ = try await fakes.repository.update(SequentialNoteIDGenerator.id(9)) { $0.body += "more\n" }
    let model = try viewModel(ConflictsViewModel.self, fakes)
    await model.resolve(reference(9), keeping: .ours)
    let note = try #require(fakes.note(8))
    #expect(model.state.outcome == .settled(note))
    #expect(note.body == "a\nO\nc\nmore\n" && note.title == "Tea" && note.modified == fakes.wallClock.now())
    #expect(fakes.note(9)?.trashed != nil)
    #expect(try await fakes.repository.conflicts().isEmpty)
  }

  @Test func `a title that the user gave the copy is kept, a generated one is not`() async throws {
    _ = try await fakes.record()
    _ = try await fakes.repository.update(SequentialNoteIDGenerator.id(9)) { $0.title = "Green tea" }
    let model = try viewModel(ConflictsViewModel.self, fakes)
    await model.resolve(reference(9), keeping: .ours)
    #expect(fakes.note(8)?.title == "Green tea")
  }

  @Test(arguments: [ConflictSide.ours, .theirs])
  func `the attachments of both are kept with either text`(side: ConflictSide) async throws {
    _ = try await fakes.record()
    _ = try await fakes.repository.update(SequentialNoteIDGenerator.id(8)) {
      $0.attachments = .sample(("a", 1), ("same.txt", 1))
    }
    _ = try await fakes.repository.update(SequentialNoteIDGenerator.id(9)) {
      $0.attachments = .sample(("b", 2), ("same.txt", 2))
    }
    let model = try viewModel(ConflictsViewModel.self, fakes)
    await model.resolve(reference(9), keeping: side)
    #expect(fakes.note(8)?.attachments == .sample(("a", 1), ("b", 2), ("same (2).txt", 2), ("same.txt", 1)))
  }

  @Test func `a merged text has the attachments of both`() async throws {
    _ = try await fakes.record()
    _ = try await fakes.repository.update(SequentialNoteIDGenerator.id(9)) { $0.attachments = .sample(("b", 2)) }
    let model = try viewModel(ConflictsViewModel.self, fakes)
    await model.resolve(reference(9), with: "another text")
    #expect(fakes.note(8)?.attachments == .sample(("b", 2)))
  }

  @Test func `keeping both changes neither`() async throws {
    _ = try await fakes.record()
    let before = fakes.repository.all
    let model = try viewModel(ConflictsViewModel.self, fakes)
    await model.resolve(reference(9), keeping: .both)
    #expect(fakes.repository.all == before)
    #expect(try await fakes.repository.conflicts().isEmpty)
  }

  @Test(arguments: ConflictSide.allCases)
  func `an interrupted resolution can be repeated with the same result`(side: ConflictSide) async throws {
    let conflict = try await fakes.record()
    let model = try viewModel(ConflictsViewModel.self, fakes)
    await model.resolve(reference(9), keeping: side)
    let after = fakes.repository.all
    try await fakes.repository.write { (transaction) throws(StoreError) in try transaction.record(conflict: conflict) }
    fakes.wallClock.advance(by: .seconds(1))
    await model.resolve(reference(9), keeping: side)
    #expect(fakes.repository.all == after && model.state.phase == .done)
  }

  @Test func `a note that is gone is restored when its text is kept`() async throws {
    let conflict = try await fakes.record()
    try await purge(8)
    let model = try viewModel(ConflictsViewModel.self, fakes)
    await model.resolve(reference(9), keeping: .theirs)
    #expect(fakes.note(8) == conflict.theirs)
    #expect(fakes.note(9)?.trashed != nil)
  }

  @Test func `without the note, keeping ours keeps the copy`() async throws {
    _ = try await fakes.record()
    try await purge(8)
    let model = try viewModel(ConflictsViewModel.self, fakes)
    await model.resolve(reference(9), keeping: .ours)
    let copy = try #require(fakes.note(9))
    #expect(model.state.outcome == .settled(copy) && copy.title == "Tea" && copy.trashed == nil)
    #expect(fakes.note(8) == nil)
  }

  @Test func `the text of a copy that is gone can be kept in the note`() async throws {
    _ = try await fakes.record()
    try await purge(9)
    let model = try viewModel(ConflictsViewModel.self, fakes)
    await model.resolve(reference(9), keeping: .ours)
    #expect(fakes.note(8)?.body == "a\nO\nc\n" && fakes.note(9) == nil)
  }

  @Test(arguments: [ConflictSide.ours, .theirs])
  func `without both notes, the kept text becomes a new note`(side: ConflictSide) async throws {
    let conflict = try await fakes.record()
    try await purge(8)
    try await purge(9)
    let model = try viewModel(ConflictsViewModel.self, fakes)
    await model.resolve(reference(9), keeping: side)
    #expect(fakes.repository.all == [side == .ours ? conflict.ours : conflict.theirs])
  }

  @Test func `undoing a resolution reopens the conflict, with the notes as they were`() async throws {
    let conflict = try await fakes.record()
    let before = fakes.repository.all
    let model = try viewModel(ConflictsViewModel.self, fakes)
    fakes.repository.beginRun()
    await model.resolve(reference(9), keeping: .ours)
    let undo = try viewModel(UndoViewModel.self, fakes)
    await undo.undo()
    #expect(fakes.repository.all == before)
    #expect(try await fakes.repository.conflicts() == [conflict])
  }

  @Test func `a resolution names its change, and one without a change names none`() async throws {
    _ = try await fakes.record()
    _ = try await fakes.record(copy: 7)
    let model = try viewModel(ConflictsViewModel.self, fakes)
    fakes.repository.beginRun()
    await model.resolve(reference(9), keeping: .theirs)
    let newest = try await fakes.repository.changeSets(before: nil, limit: 1).first?.id
    #expect(model.state.changeSet == newest && newest != nil)
    await model.resolve(reference(7), keeping: .both)
    #expect(model.state.changeSet == nil)
  }

  @Test func `keeping both restores the notes that are gone or in the trash`() async throws {
    let conflict = try await fakes.record()
    try await purge(9)
    _ = try await fakes.repository.update(SequentialNoteIDGenerator.id(8)) { $0.trashed = $0.modified }
    let model = try viewModel(ConflictsViewModel.self, fakes)
    await model.resolve(reference(9), keeping: .both)
    #expect(fakes.note(8)?.trashed == nil && fakes.note(9)?.body == conflict.ours.body)
    #expect(fakes.note(9)?.title == "Tea" + NoteConflict.copySuffix && fakes.note(9)?.trashed == nil)
  }

  @Test func `a text for a conflict that was resolved meanwhile becomes a new note`() async throws {
    _ = try await fakes.record()
    let model = try viewModel(ConflictsViewModel.self, fakes)
    await model.open(reference(9))
    let seen = try #require(model.state.opened?.digest)
    await model.resolve(reference(9), keeping: .theirs)
    await model.resolve(reference(9), with: "merged\n", seen: seen)
    guard case .resolvedElsewhere(let note)? = model.state.outcome else {
      Issue.record("\(model.state)")
      return
    }
    #expect(note.body == "merged\n" && fakes.repository.all.contains(note))
  }

  @Test func `a text that the store cannot take is kept in a draft`() async throws {
    _ = try await fakes.record()
    let model = try viewModel(ConflictsViewModel.self, fakes)
    await model.open(reference(9))
    fakes.repository.failure = .diskFull(path: "/store")
    await model.resolve(reference(9), with: "merged\n", seen: model.state.opened?.digest)
    #expect(fakes.drafts.remaining.count == 1)
    guard case .unsaved(let failure, _)? = model.state.phase.failure?.error as? EditingFailure,
      case .diskFull? = failure.error as? StoreError
    else {
      Issue.record("\(model.state.phase)")
      return
    }
  }

  @Test func `a side that changes while a choice is made keeps the conflict open`() async throws {
    _ = try await fakes.record()
    let model = try viewModel(ConflictsViewModel.self, fakes)
    await model.open(reference(9))
    let seen = try #require(model.state.opened?.digest)
    fakes.repository.change(SequentialNoteIDGenerator.id(8)) { $0.body = "newer\n" }
    let before = fakes.repository.all
    await model.resolve(reference(9), keeping: .ours, seen: seen)
    #expect(model.state.outcome == .changedMeanwhile && fakes.repository.all == before)
    #expect(try await fakes.repository.conflicts().count == 1)
  }

  @Test func `more attachments than a note may have are refused, and none is dropped`() async throws {
    _ = try await fakes.record()
    for (note, name) in [(8, "a"), (9, "b")] as [(UInt64, String)] {
      _ = try await fakes.repository.update(SequentialNoteIDGenerator.id(note)) {
        $0.attachments = (1...600).compactMap {
          NotesDomain.Attachment(name: "\(name)\($0)", digest: .sample(1), size: 1)
        }
      }
    }
    let before = fakes.repository.all
    let model = try viewModel(ConflictsViewModel.self, fakes)
    for side in [ConflictSide.ours, .theirs] {
      await model.resolve(reference(9), keeping: side)
      let excess = NoteExcess(over: .attachments, amount: 1200)
      #expect(model.state.phase == .failed(Failure(StoreError.exceeds(SequentialNoteIDGenerator.id(8), excess))))
    }
    #expect(fakes.repository.all == before)
    #expect(try await fakes.repository.conflicts().count == 1)
  }

  @Test func `a kept note is restored from the trash`() async throws {
    _ = try await fakes.record()
    _ = try await fakes.repository.update(SequentialNoteIDGenerator.id(8)) { $0.trashed = $0.modified }
    let model = try viewModel(ConflictsViewModel.self, fakes)
    await model.resolve(reference(9), keeping: .theirs)
    #expect(fakes.note(8)?.trashed == nil && fakes.note(9)?.trashed != nil)
  }

  @Test func `a failing store leaves the conflict open`() async throws {
    _ = try await fakes.record()
    let model = try viewModel(ConflictsViewModel.self, fakes)
    fakes.repository.failure = .diskFull(path: "/store")
    await model.resolve(reference(9), keeping: .theirs)
    #expect(model.state.phase == .failed(Failure(StoreError.diskFull(path: "/store"))))
    fakes.repository.failure = nil
    #expect(try await fakes.repository.conflicts().count == 1)
  }

  /// Purges a note.
  private func purge(_ number: UInt64) async throws {
    let id = SequentialNoteIDGenerator.id(number)
    _ = try await fakes.repository.update(id) { $0.trashed = $0.modified }
    _ = try await fakes.repository.purge([id])
  }
}
