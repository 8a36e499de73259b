import Core
import Support
import Testing
import ViewModels
import Wiring

/// The screens over a store in memory, wired by the layer's own module.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct ScreenTests {
  private let store = InMemoryNoteStore()
  private let clock = ManualClock()
  private let syncing = FakeSyncing { () throws(SyncError) in SyncReport(sent: 2, received: 1) }

  private func graph(syncing: FakeSyncing? = nil) throws -> Graph<Void> {
    let (store, clock, syncing) = (store, clock, syncing ?? self.syncing)
    return try Plan(modules: [
      ViewModelsModule(),
      Bindings { binder in
        binder.scope(CustomScope<Session>("session"))
        binder.bind((any NoteStore).self, to: store)
        binder.bind((any Syncing).self) { () -> any Syncing in syncing }.scoped(in: CustomScope<Session>("session"))
        binder.bind((any WallClock).self, to: TickingClock())
        binder.bind((any NoteIDs).self, to: SequentialIDs())
        binder.bind((any Clock<Duration>).self, to: clock)
      },
    ]).build()
  }

  @Test("the list follows the store until it is left")
  func follow() async throws {
    let list = try graph().resolveOnMainActor(NoteListViewModel.self)
    try await store.write(note(1, "Bread"))
    let observing = Task { await list.observe() }
    await wait { list.rows.map(\.title) == ["Bread"] }
    try await store.write(note(2, "Rye", at: 2))
    await wait { list.rows.map(\.title) == ["Rye", "Bread"] }
    observing.cancel()
    await observing.value
    await wait { store.listenerCount == 0 }
  }

  @Test("a change that is made while the first rows are on their way is shown")
  func changeMeanwhile() async throws {
    // Given
    let list = try graph().resolveOnMainActor(NoteListViewModel.self)
    let gate = store.holdNextList()
    let observing = Task { await list.observe() }
    defer { observing.cancel() }
    await wait { store.isHoldingList }
    // When
    try await store.write(note(1, "Bread"))
    gate.yield()
    // Then
    await wait { list.rows.map(\.title) == ["Bread"] }
  }

  @Test("the list follows the search field when typing has paused")
  func typing() async throws {
    try await store.write(note(1, "Bread"), note(2, "Rye"))
    let list = try graph().resolveOnMainActor(NoteListViewModel.self)
    // Also when the list was left, and is shown again.
    for query in ["rye", "bread"] {
      let observing = Task { await list.observe() }
      await wait { store.listenerCount == 1 }
      for _ in 0..<20 { await Task.yield() }
      let before = list.rows
      list.query = "a query without results"
      await clock.waitForSleepers(1)
      list.query = query
      // The moment of the first query is over, and that of the second has begun.
      clock.advance(by: .milliseconds(150))
      await clock.waitForSleepers(1)
      #expect(list.rows == before)
      while list.rows.map({ $0.title.lowercased() }) != [query], !Task.isCancelled {
        clock.advance(by: .milliseconds(150))
        await Task.yield()
      }
      observing.cancel()
      await observing.value
      await wait { store.listenerCount == 0 }
    }
  }

  @Test("what an action failed with stays while the list is loaded again")
  func messages() async throws {
    let list = try graph().resolveOnMainActor(NoteListViewModel.self)
    await list.add("")
    await list.load()
    #expect(list.message == "A note needs some text.")
    await list.add("Bread")
    #expect(list.message == nil)
  }

  @Test("a failure of the store is shown, and the rows stay")
  func failure() async throws {
    try await store.write(note(1, "Bread"))
    let list = try graph().resolveOnMainActor(NoteListViewModel.self)
    await list.load()
    store.fail(StoreError(reason: "disk full"))
    await list.load()
    #expect(list.rows.count == 1)
    #expect(list.message == "The notes on this device cannot be used: disk full.")
    store.fail(nil)
    await list.load()
    #expect(list.message == nil)
  }

  @Test("a note is added and deleted from the list")
  func actions() async throws {
    let list = try graph().resolveOnMainActor(NoteListViewModel.self)
    await list.add("")
    #expect(list.message == "A note needs some text.")
    await list.add("Bread")
    await list.load()
    #expect(list.message == nil && list.rows.map(\.title) == ["Bread"])
    await list.delete(list.rows[0].id)
    await list.load()
    #expect(list.rows.isEmpty)
  }

  @Test("the editor stores what was typed")
  func editor() async throws {
    try await store.write(note(1, "Bread"))
    let editor = try graph().resolve(MainActorFactory<EditorViewModel, Note.ID>.self)(SequentialIDs.id(1))
    await editor.load()
    #expect(editor.text == "Bread" && !editor.hasChanges)
    editor.text = "Rye bread"
    await editor.save()
    #expect(editor.message == nil && !editor.hasChanges)
    #expect(try await store.note(SequentialIDs.id(1))?.content.text == "Rye bread")
  }

  @Test("the editor keeps what was typed where another device changed the same line")
  func conflict() async throws {
    try await store.write(note(1, "Bread"))
    let editor = try graph().resolve(MainActorFactory<EditorViewModel, Note.ID>.self)(SequentialIDs.id(1))
    await editor.load()
    editor.text = "Rye"
    try await store.write(note(1, "Wheat"))
    await editor.save()
    #expect(editor.text == "Rye" && editor.hasChanges)
    #expect(editor.message?.hasPrefix("Another device changed the same lines") == true)
  }

  @Test("what was typed while the note was stored is stored next, and loses nothing of others")
  func typedMeanwhile() async throws {
    // Given
    try await store.write(note(1, "one\ntwo\nthree"))
    let editor = try graph().resolve(MainActorFactory<EditorViewModel, Note.ID>.self)(SequentialIDs.id(1))
    await editor.load()
    editor.text = "one\ntwo\nTHREE"
    try await store.write(note(1, "ONE\ntwo\nthree"))
    // When
    let gate = store.holdNextUpdate()
    let saving = Task { await editor.save() }
    await wait { store.isHolding }
    editor.text = "one\ntwo\nTHREE!"
    gate.yield()
    await saving.value
    await editor.save()
    // Then
    #expect(try await store.note(SequentialIDs.id(1))?.content.text == "ONE\ntwo\nTHREE!")
  }

  @Test("a second save waits for its turn")
  func saveTwice() async throws {
    // Given
    try await store.write(note(1, "one"))
    let editor = try graph().resolve(MainActorFactory<EditorViewModel, Note.ID>.self)(SequentialIDs.id(1))
    await editor.load()
    editor.text = "two"
    let gate = store.holdNextUpdate()
    let saving = Task { await editor.save() }
    await wait { store.isHolding }
    // When
    editor.text = "three"
    await editor.save()
    gate.yield()
    await saving.value
    // Then
    #expect(editor.message == nil && editor.text == "three" && editor.hasChanges)
    await editor.save()
    #expect(try await store.note(SequentialIDs.id(1))?.content.text == "three")
  }

  @Test("loading again keeps what was typed, and never forgets what others changed")
  func loadingAgain() async throws {
    try await store.write(note(1, "one\ntwo\nthree"))
    let editor = try graph().resolve(MainActorFactory<EditorViewModel, Note.ID>.self)(SequentialIDs.id(1))
    await editor.load()
    editor.text = "one\ntwo\nTHREE"
    try await store.write(note(1, "ONE\ntwo\nthree"))
    await editor.load()
    #expect(editor.text == "ONE\ntwo\nTHREE")
    try await store.write(note(1, "ONE\ntwo\ntres"))
    await editor.load()
    #expect(editor.text == "ONE\ntwo\nTHREE")
    #expect(editor.message?.hasPrefix("Another device changed the same lines") == true)
    await editor.save()
    #expect(try await store.note(SequentialIDs.id(1))?.content.text == "ONE\ntwo\ntres")
  }

  @Test("a sync says what it did, and why it failed")
  func sync() async throws {
    let session = try graph().resolveOnMainActor(SessionViewModel.self)
    #expect(session.sync == nil)
    // An opener does not keep its graph.
    let kept = try graph()
    let mine = try kept.resolveOnMainActor(SessionViewModel.self)
    try mine.signIn(Session(account: "ada"))
    let sync = try #require(mine.sync)
    await sync.sync()
    #expect(sync.state == .finished(SyncReport(sent: 2, received: 1)))
    mine.signOut()
    #expect(mine.sync == nil)
    let failing = FakeSyncing { () throws(SyncError) in throw .server(.unreachable) }
    let other = SyncViewModel(syncing: failing)
    await other.sync()
    #expect(other.state == .failed("The server cannot be reached. Your notes are safe here; sync again later."))
  }
}
