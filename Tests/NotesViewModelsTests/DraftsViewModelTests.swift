import NotesDomain
import NotesFronts
import NotesTestSupport
import NotesViewModels
import Synchronization
import Testing

@MainActor
@Suite struct DraftsViewModelTests {
  private let fakes = Fakes()

  @Test func `a draft becomes a note, and is removed`() async throws {
    _ = try await fakes.drafts.create(named: "Tea", text: "one")
    _ = try await fakes.drafts.create(named: "Rye", text: "# Rye bread")
    let model = try viewModel(DraftsViewModel.self, fakes)
    await model.load()
    #expect(model.state.drafts.map(\.name) == ["Rye", "Tea"])
    await model.recover("2")
    #expect(model.state.recovered?.title == "Rye bread")
    #expect(fakes.repository.all.map(\.body) == ["# Rye bread"])
    #expect(fakes.drafts.remaining.map(\.path) == ["/drafts/Tea-1.md"])
  }

  @Test func `a draft that cannot be stored stays`() async throws {
    _ = try await fakes.drafts.create(named: "Tea", text: "one")
    fakes.repository.failure = .diskFull(path: "/store")
    let model = try viewModel(DraftsViewModel.self, fakes)
    await model.recover("Tea-1.md")
    guard case .unsaved? = model.state.phase.failure?.error as? EditingFailure else {
      Issue.record("\(model.state.phase)")
      return
    }
    #expect(fakes.drafts.remaining.count == 1)
  }

  @Test func `drafts are discarded all or none`() async throws {
    _ = try await fakes.drafts.create(named: "Tea", text: "one")
    let model = try viewModel(DraftsViewModel.self, fakes)
    await model.discard(["1", "2"])
    #expect(model.state.phase == .failed(Failure(EditingFailure.noDraft("2"))))
    #expect(fakes.drafts.remaining.count == 1)
    await model.discard(["1"])
    #expect(fakes.drafts.remaining.isEmpty)
  }

  @Test func `a draft keeps its id when others are discarded`() async throws {
    for name in ["Tea", "Rye", "Oat"] { _ = try await fakes.drafts.create(named: name, text: name) }
    let model = try viewModel(DraftsViewModel.self, fakes)
    await model.load()
    let ids = model.state.drafts.map(\.id)
    await model.discard([ids[0]])
    await model.discard([ids[1]])
    #expect(fakes.drafts.remaining.map(\.path) == ["/drafts/Tea-1.md"])
  }

  @Test func `a draft is named by its name, unless several have it`() async throws {
    for name in ["Tea", "Rye", "Rye"] { _ = try await fakes.drafts.create(named: name, text: name) }
    let model = try viewModel(DraftsViewModel.self, fakes)
    await model.find(["Tea", "1"])
    #expect(model.state.drafts.map(\.name) == ["Tea"])
    await model.discard(["Rye"])
    let rye = try fakes.drafts.drafts().filter { $0.name == "Rye" }
    #expect(model.state.phase == .failed(Failure(EditingFailure.ambiguousDraft("Rye", candidates: rye))))
    #expect(fakes.drafts.remaining.count == 3)
  }

  @Test func `a draft is open while its editor is, and cannot be discarded or recovered`() async throws {
    let model = try viewModel(DraftsViewModel.self, fakes)
    let seen = Mutex<[Phase]>([])
    let editing = try viewModel(
      EditorViewModel.self,
      fakes.with(
        EditorWithAction {
          await model.discard(["new note"])
          let discarding = await model.state.phase
          await model.recover("new note")
          let recovering = await model.state.phase
          seen.withLock { $0 = [discarding, recovering] }
        }))
    await editing.compose(NoteForm())
    for phase in seen.withLock({ $0 }) {
      guard case .openDraft? = phase.failure?.error as? EditingFailure else {
        Issue.record("\(phase)")
        continue
      }
    }
    #expect(seen.withLock { $0.count } == 2 && fakes.repository.all.isEmpty)
    #expect(try fakes.drafts.drafts().allSatisfy { !$0.isOpen })
  }

  @Test func `an edit tells of the drafts that earlier edits of the note left`() async throws {
    let fakes = Fakes(notes: [.sample(1, title: "Tea")])
    _ = try await fakes.drafts.create(named: "Tea", text: "one")
    let editor = try viewModel(EditorViewModel.self, fakes)
    await editor.edit("tea")
    #expect(editor.state.earlierDrafts == 1)
  }
}

/// An editor in which something happens before it is closed.
private struct EditorWithAction: ExternalEditor {
  let action: @Sendable () async -> Void

  init(_ action: @escaping @Sendable () async -> Void) {
    self.action = action
  }

  func edit(_ draft: Draft) async throws(EditorError) { await action() }
}
