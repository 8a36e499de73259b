import NotesDomain
import NotesTestSupport
import NotesViewModels
import Testing

@MainActor
@Suite struct DraftsViewModelTests {
  private let fakes = Fakes()

  @Test func `a draft becomes a note, and is removed`() async throws {
    _ = try fakes.drafts.create(named: "Tea", text: "one")
    _ = try fakes.drafts.create(named: "Rye", text: "# Rye bread")
    let model = try viewModel(DraftsViewModel.self, fakes)
    await model.load()
    #expect(model.state.drafts.map(\.name) == ["Rye", "Tea"])
    await model.recover("1")
    #expect(model.state.recovered?.title == "Rye bread")
    #expect(fakes.repository.all.map(\.body) == ["# Rye bread"])
    #expect(fakes.drafts.remaining.map(\.path) == ["/drafts/Tea-1.md"])
  }

  @Test func `a draft that cannot be stored stays`() async throws {
    _ = try fakes.drafts.create(named: "Tea", text: "one")
    fakes.repository.failure = .diskFull(path: "/store")
    let model = try viewModel(DraftsViewModel.self, fakes)
    await model.recover("Tea-1.md")
    guard case .failed(.editing(.unsaved)) = model.state.phase else {
      Issue.record("\(model.state.phase)")
      return
    }
    #expect(fakes.drafts.remaining.count == 1)
  }

  @Test func `drafts are discarded all or none`() async throws {
    _ = try fakes.drafts.create(named: "Tea", text: "one")
    let model = try viewModel(DraftsViewModel.self, fakes)
    await model.discard(["1", "2"])
    #expect(model.state.phase == .failed(.editing(.noDraft("2"))))
    #expect(fakes.drafts.remaining.count == 1)
    await model.discard(["1"])
    #expect(fakes.drafts.remaining.isEmpty)
  }

  @Test func `an edit tells of the drafts that earlier edits of the note left`() async throws {
    let fakes = Fakes(notes: [.sample(1, title: "Tea")])
    _ = try fakes.drafts.create(named: "Tea", text: "one")
    let editor = try viewModel(EditorViewModel.self, fakes)
    await editor.edit("tea")
    #expect(editor.state.earlierDrafts == 1)
  }
}
