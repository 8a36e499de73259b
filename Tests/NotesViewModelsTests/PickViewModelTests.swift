import NotesDomain
import NotesFronts
import NotesTestSupport
import NotesViewModels
import Testing

@MainActor
@Suite struct PickViewModelTests {
  private var fakes = Fakes(notes: [
    .sample(1, title: "Green Twine"), .sample(2, title: "Red Twine", tags: ["garden"]), .sample(3, title: "Tea"),
    .sample(4, title: "Old Tea") { $0.isArchived = true },
  ])

  private func listed(_ query: String = "") async throws -> PickViewModel {
    let model = try viewModel(PickViewModel.self, fakes)
    await model.load(query)
    return model
  }

  @Test func `the list has the notes of the query, with numbers for later commands too`() async throws {
    #expect(try await listed().state.rows.map(\.value.title) == ["Tea", "Red Twine", "Green Twine"])
    #expect(try await listed("tag:garden").state.rows.map(\.label) == ["1"])
    #expect(fakes.listed.load() == [SequentialNoteIDGenerator.id(2)])
  }

  @Test(
    arguments: [("2", [2]), ("Tea", [3]), ("gre", [1]), ("old", [4]), ("2 1", []), ("4", [])] as [(String, [UInt64])])
  func `an answer is a number, a title or its beginning`(answer: String, chosen: [UInt64]) async throws {
    let model = try await listed()
    await model.choose(answer, allowsSeveral: false)
    #expect(model.state.chosen == chosen.map(SequentialNoteIDGenerator.id))
  }

  @Test func `several numbers choose several notes, each once`() async throws {
    let model = try await listed()
    await model.choose("3, 1 3", allowsSeveral: true)
    #expect(model.state.chosen == [1, 3].map(SequentialNoteIDGenerator.id))
  }

  @Test func `a part of several titles becomes the list, and an unknown one leaves it`() async throws {
    let model = try await listed()
    await model.choose("twi", allowsSeveral: false)
    #expect(model.state.rows.map(\.value.title) == ["Red Twine", "Green Twine"] && model.state.chosen.isEmpty)
    await model.choose("xyz", allowsSeveral: false)
    #expect(model.state.isUnknown && model.state.rows.count == 2)
    await model.choose("2", allowsSeveral: false)
    #expect(model.state.chosen == [SequentialNoteIDGenerator.id(1)])
  }

  @Test func `the finder gets the notes in pages, and returns the chosen ones`() async throws {
    var fakes = Fakes(notes: (1...2500 as ClosedRange<UInt64>).map { .sample($0, title: "N\($0)") })
    fakes.fuzzyFinder = ScriptedFuzzyFinder { rows in
      rows.count == 2500 ? rows.filter { $0.text == "N7" || $0.text == "N2500" } : []
    }
    let model = try viewModel(PickViewModel.self, fakes)
    await model.chooseInFinder("", allowsSeveral: true) { $0.title }
    #expect(model.state.chosen == [2500, 7].map(SequentialNoteIDGenerator.id))
  }

  @Test func `a note that is on two pages is chosen once`() async throws {
    var fakes = fakes
    fakes.fuzzyFinder = ScriptedFuzzyFinder { rows in [rows[1], rows[0], rows[1]] }
    let model = try viewModel(PickViewModel.self, fakes)
    await model.chooseInFinder("", allowsSeveral: true) { $0.title }
    #expect(model.state.chosen == [2, 3].map(SequentialNoteIDGenerator.id))
  }

  @Test func `a failure of the finder, or of the query, is one of the choice`() async throws {
    var fakes = fakes
    fakes.fuzzyFinder = ScriptedFuzzyFinder(failing: .failed(command: "fzf", status: 2))
    let model = try viewModel(PickViewModel.self, fakes)
    await model.chooseInFinder("", allowsSeveral: false) { $0.title }
    #expect(model.state.phase == .failed(Failure(FuzzyFinderError.failed(command: "fzf", status: 2))))
    await model.load("before:noon")
    #expect(model.state.phase.failure != nil)
  }
}
