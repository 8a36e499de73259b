import NotesDomain
import NotesTestSupport
import NotesViewModels
import Testing

@MainActor
@Suite struct MergeViewModelTests {
  private let fakes = Fakes(notes: [
    .sample(1, title: "Bread", body: "flour", notebook: "Kitchen"), .sample(2, title: "Tea", body: "green"),
    .sample(3, title: "Links", body: "[[tea]] and [[Kitchen/Bread]] and [[Old]]"),
    .sample(4, title: "Old", body: "x") { $0.trashed = FixedClock.start },
  ])

  private func merge(_ references: [String], title: String? = nil) async throws -> MergeState {
    let model = try viewModel(MergeViewModel.self, fakes)
    await model.merge(references, title: title)
    return model.state
  }

  @Test func `the others go to the trash, and links to them lead to the first`() async throws {
    fakes.wallClock.advance(by: .seconds(9))
    let state = try await merge(["Bread", "Tea"])
    #expect(state.note?.body == "flour\n\n# Tea\n\ngreen" && state.note?.modified == fakes.wallClock.now())
    #expect(state.merged.map(\.title) == ["Tea"] && state.mended == 1)
    #expect(fakes.repository.all.map { $0.trashed != nil } == [false, true, false, true])
    #expect(fakes.repository.all[2].body == "[[Bread]] and [[Kitchen/Bread]] and [[Old]]")
  }

  @Test func `a merge is one change, which undo takes back`() async throws {
    let before = fakes.repository.all
    _ = try await merge(["Bread", "Tea"])
    let undo = try viewModel(UndoViewModel.self, fakes)
    await undo.undo()
    #expect(fakes.repository.all.map(\.body) == before.map(\.body))
    #expect(fakes.repository.all.map(\.trashed) == before.map(\.trashed))
  }

  @Test func `links that lead nowhere since another note has the new title are counted`() async throws {
    await fakes.repository.insertSample(.sample(5, title: "Brew"))
    let state = try await merge(["Tea", "Bread"], title: "Brew")
    #expect(state.mended == 0 && state.broken == 1)
    #expect(fakes.repository.all[2].body == "[[tea]] and [[Kitchen/Bread]] and [[Old]]")
  }

  @Test func `links that a third note of the name has as well stay`() async throws {
    await fakes.repository.insertSample(.sample(5, title: "Tea"))
    let state = try await merge(["Bread", String(reference(2))])
    #expect(state.mended == 0 && fakes.repository.all[2].body.hasPrefix("[[tea]]"))
  }

  @Test(arguments: [["Bread", "xyz"], ["Bread", "Old"], ["Bread", "bread"], ["Bread"]])
  func `a wrong name changes nothing`(references: [String]) async throws {
    let before = fakes.repository.all
    let state = try await merge(references)
    #expect(state.phase.failure != nil && fakes.repository.all == before)
  }

  @Test func `a blank title, and a text that is too large, change nothing`() async throws {
    #expect(try await merge(["Bread", "Tea"], title: " ").phase == .failed(Failure(NoteFailure.emptyTitle)))
    let large = String(repeating: "a", count: NoteLimit.text.maximum)
    await fakes.repository.insertSample(.sample(5, title: "Large", body: large))
    let before = fakes.repository.all
    guard case .exceeds? = try await merge(["Bread", "Large"]).phase.failure?.error as? StoreError else {
      Issue.record("not refused")
      return
    }
    #expect(fakes.repository.all == before)
  }
}
