import NotesDomain
import NotesTestSupport
import NotesViewModels
import Testing

@MainActor
@Suite struct DiffViewModelTests {
  private let fakes = Fakes(notes: [.sample(1, title: "Tea", body: "0\n")])

  /// Ten runs that each write their number to the note.
  private func model() async throws -> DiffViewModel {
    for number in 1...10 { try await fakes.write("\(number)\n", to: 1) }
    return try viewModel(DiffViewModel.self, fakes)
  }

  @Test(
    arguments: [
      (nil, nil, "9\n", "10\n"), (nil, 3, "2\n", "3\n"), (3, nil, "3\n", "10\n"), (2, 5, "2\n", "5\n"),
      (5, 2, "5\n", "2\n"), (0, 1, "0\n", "1\n"), (nil, 0, nil, "0\n"),
    ] as [(Int?, Int?, String?, String?)])
  func `versions are found by their change sets`(from: Int?, to: Int?, old: String?, new: String?) async throws {
    let model = try await model()
    await model.compare(reference(1), from: from, to: to)
    #expect(model.state.phase == .done)
    #expect(model.state.difference?.old?.body == old)
    #expect(model.state.difference?.new?.body == new)
    #expect(model.state.id == SequentialNoteIDGenerator.id(1))
  }

  @Test(arguments: [(11, nil), (nil, 11), (-1, 3), (.max, .min)] as [(Int?, Int?)])
  func `a change set that did not change the note is rejected`(from: Int?, to: Int?) async throws {
    let model = try await model()
    await model.compare(reference(1), from: from, to: to)
    let number = [to, from].compactMap(\.self).first { !(0...10).contains($0) }
    #expect(model.state.phase.failure == number.map { Failure(HistoryFailure.noVersion($0)) })
  }

  @Test func `every property that differs is reported, also if only its bytes differ`() {
    let old = Note.sample(1, title: "caf\u{E9}", body: "a\n")
    var new = Note.sample(1, title: "cafe\u{301}", body: "b\n", tags: ["x"], notebook: "Kitchen")
    (new.isPinned, new.isArchived, new.trashed) = (true, true, FixedClock.start)
    (new.created, new.foreignFrontMatter) = (FixedClock.start, "a: 1\n")
    new.attachments = .sample(("plan.pdf", 1))
    new.fileName = "x"
    let difference = NoteDifference(from: old, to: new)
    #expect(difference.fields == NoteDifference.Field.allCases)
    #expect(difference.hunks == [DiffHunk(old: 0..<1, new: 0..<1)] && !difference.isEmpty)
    #expect(NoteDifference(from: old, to: old).isEmpty)
  }

  @Test func `an added note has only added lines, and a removed one only removed lines`() {
    let note = Note.sample(1, body: "a\nb\n")
    let (came, went) = (NoteDifference(from: nil, to: note), NoteDifference(from: note, to: nil))
    #expect(came.addedLines == 2 && came.removedLines == 0 && came.fields == [] && !came.isEmpty)
    #expect(went.addedLines == 0 && went.removedLines == 2 && went.fields == [])
    #expect(!NoteDifference(from: nil, to: .sample(1, body: "")).isEmpty)
  }
}
