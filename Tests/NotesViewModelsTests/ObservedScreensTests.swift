import NotesDomain
import NotesTestSupport
import NotesTransfer
import NotesViewModels
import Testing
import Wiring
import WiringMacros

/// Screens that follow the store while a person acts on them.
@MainActor
@Suite struct ObservedScreensTests {
  private let fakes = Fakes(notes: [
    .sample(1, title: "Bread", tags: ["food"], notebook: "Kitchen"), .sample(2, title: "Tea", tags: ["food"]),
  ])

  /// Observes until a test ends.
  private func observing(
    _ observe: @escaping @MainActor () async -> Void, _ test: @MainActor () async throws -> Void
  ) async throws {
    let screen = Task { await observe() }
    await rest { fakes.repository.observerCount == 1 }
    try await test()
    screen.cancel()
    await screen.value
    #expect(fakes.repository.observerCount == 0)
  }

  private func change(_ number: UInt64, _ change: @Sendable (inout Note) -> Void) {
    fakes.repository.change(SequentialNoteIDGenerator.id(number), change)
  }

  @Test func `tags follow the store, also after one was renamed here`() async throws {
    let model = try viewModel(TagsViewModel.self, fakes)
    try await observing(model.observe) {
      await rest { model.state.tags.map(\.notes) == [2] && model.state.phase == .done }
      await model.rename("food", to: "eat")
      #expect(model.state.changed == 2)
      await rest { model.state.tags.map(\.name.name) == ["eat"] }
      change(1) { $0.tags = [] }
      await rest { model.state.tags.map(\.notes) == [1] }
      #expect(model.state.changed == 2)
    }
  }

  @Test func `notebooks follow the store`() async throws {
    let model = try viewModel(NotebooksViewModel.self, fakes)
    try await observing(model.observe) {
      await rest { model.state.notebooks.contains { $0.name.path == "Kitchen" } }
      await model.rename("Kitchen", to: "Cuisine")
      await rest { model.state.notebooks.contains { $0.name.path == "Cuisine" } && model.state.changed == 1 }
    }
  }

  @Test func `conflicts follow the store`() async throws {
    let model = try viewModel(ConflictsViewModel.self, fakes)
    try await observing(model.observe) {
      await rest { model.state.phase == .done }
      let conflict = try await fakes.record()
      await rest { model.state.rows.map(\.value) == [conflict] }
      await model.resolve(reference(9), keeping: .theirs)
      await rest { model.state.rows.isEmpty }
      #expect(model.state.outcome != nil)
    }
  }

  @Test func `the status of sync follows the store, also while a sync runs`() async throws {
    let model = try viewModel(SyncViewModel.self, fakes)
    fakes.synchronizer.isEndless = true
    let sync = Task { await model.sync() }
    await rest { model.state.phase == .working }
    try await observing(model.observe) {
      fakes.synchronizer.currentStatus.pending = 3
      change(1) { $0.title = "Rye" }
      await rest { model.state.status?.pending == 3 }
      #expect(model.state.phase == .working)
    }
    sync.cancel()
    await sync.value
  }

  @Test func `a note is followed when its title changes`() async throws {
    let model = try viewModel(NoteViewModel.self, fakes)
    try await observing({ await model.observe("Bread") }) {
      await rest { model.state.note?.title == "Bread" }
      change(1) { $0.title = "Rye" }
      await rest { model.state.note?.title == "Rye" && model.state.changed.isEmpty }
      change(2) { $0.body = "With [[Rye]]." }
      await rest { model.state.backlinks.map(\.title) == ["Tea"] }
    }
  }

  @Test func `a note that another device adds later is found then`() async throws {
    let model = try viewModel(NoteViewModel.self, fakes)
    try await observing({ await model.observe("Salt") }) {
      await rest { model.state.phase == .failed(Failure(ReferenceError.unknown("Salt"))) }
      try await fakes.repository.insert([.sample(3, title: "Salt")])
      await rest { model.state.note?.title == "Salt" && model.state.phase == .done }
    }
  }

  @Test func `a purged note says so, and keeps its last text`() async throws {
    let model = try viewModel(NoteViewModel.self, fakes)
    try await observing({ await model.observe("Bread") }) {
      await rest { model.state.note?.title == "Bread" }
      change(1) { $0.trashed = $0.modified }
      _ = try await fakes.repository.purge([SequentialNoteIDGenerator.id(1)])
      await rest { model.state.phase == .failed(Failure(ReferenceError.unknown("Bread"))) }
      #expect(model.state.note?.title == "Bread")
    }
  }

  @Test func `the result of an action stays while the screen is loaded again`() async throws {
    let model = try viewModel(NoteViewModel.self, fakes)
    try await observing({ await model.observe("Bread") }) {
      await rest { model.state.phase == .done }
      await model.setPinned(["Bread"], true)
      change(2) { $0.body = "With [[Bread]]." }
      await rest { model.state.backlinks.map(\.title) == ["Tea"] }
      #expect(model.state.changed.map(\.title) == ["Bread"])
    }
  }

  @Test func `the failure of an action stays while the screen is loaded again`() async throws {
    let model = try viewModel(NoteViewModel.self, fakes)
    try await observing({ await model.observe("Bread") }) {
      await rest { model.state.phase == .done }
      await model.tag(["Bread"], adding: ["two words"], removing: [])
      change(2) { $0.body = "With [[Bread]]." }
      await rest { model.state.backlinks.map(\.title) == ["Tea"] }
      #expect(model.state.phase == .failed(Failure(NoteFailure.malformedTag("two words"))))
    }
  }

  @Test func `the failure of an action stays when a load fails and succeeds after it`() async throws {
    let model = try viewModel(NoteViewModel.self, fakes)
    try await observing({ await model.observe("Bread") }) {
      await rest { model.state.phase == .done }
      await model.tag(["Bread"], adding: ["two words"], removing: [])
      fakes.repository.failure = .locked(path: "/store")
      change(2) { $0.title = "Oat" }
      for _ in 0..<1000 { await Task.yield() }
      fakes.repository.failure = nil
      change(2) { $0.body = "With [[Bread]]." }
      await rest { model.state.backlinks.map(\.title) == ["Oat"] }
      #expect(model.state.phase == .failed(Failure(NoteFailure.malformedTag("two words"))))
    }
  }

  @Test func `an action on several notes keeps its result while one of them is observed`() async throws {
    let model = try viewModel(NoteViewModel.self, fakes)
    try await observing({ await model.observe("Bread") }) {
      await rest { model.state.phase == .done }
      await model.delete(["Bread", "Tea"])
      change(1) { $0.isPinned = $0.isPinned }
      for _ in 0..<1000 { await Task.yield() }
      #expect(model.state.changed.count == 2)
    }
  }

  @Test func `a load that an action overtakes is made again`() async throws {
    // Given: the first load waits for the store while an action fails.
    let gate = Gate()
    let model = try Plan(TagsViewModel.self, modules: [ViewModelsModule(), TransferModule(), FakesModule(fakes)]) {
      overrides in
      overrides.replace((any NoteRepository).self, with: InterceptedNoteRepository(fakes.repository, by: gate))
    }.buildOnMainActor().root
    gate.isClosed = true
    try await observing(model.observe) {
      await gate.waitFor(1)
      await model.rename("two words", to: "x")
      // When
      gate.isClosed = false
      gate.pass(0)
      // Then
      await rest { model.state.tags.map(\.notes) == [2] }
    }
  }

  @Test func `the failure of a load ends with the next one that succeeds`() async throws {
    let model = try viewModel(TagsViewModel.self, fakes)
    fakes.repository.failure = .locked(path: "/store")
    try await observing(model.observe) {
      await rest { model.state.phase == .failed(Failure(StoreError.locked(path: "/store"))) }
      fakes.repository.failure = nil
      change(1) { $0.title = "Rye" }
      await rest { model.state.phase == .done && !model.state.tags.isEmpty }
    }
  }
}
