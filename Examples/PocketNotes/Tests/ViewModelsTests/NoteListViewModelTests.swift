import Core
import Support
import Testing
import ViewModels
import Wiring

/// The list of notes, over a store in memory.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct NoteListViewModelTests {
  private let screens = Screens()
  private var store: InMemoryNoteStore { screens.store }

  @Test("the list follows the store until it is left")
  func follow() async throws {
    let list = try screens.graph().resolveOnMainActor(NoteListViewModel.self)
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
    let list = try screens.graph().resolveOnMainActor(NoteListViewModel.self)
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
    let list = try screens.graph().resolveOnMainActor(NoteListViewModel.self)
    // Also when the list was left, and is shown again.
    for query in ["rye", "bread"] {
      let observing = Task { await list.observe() }
      await wait { store.listenerCount == 1 }
      for _ in 0..<20 { await Task.yield() }
      let before = list.rows
      list.query = "a query without results"
      await screens.clock.waitForSleepers(1)
      list.query = query
      // The moment of the first query is over, and that of the second has begun.
      screens.clock.advance(by: .milliseconds(150))
      await screens.clock.waitForSleepers(1)
      #expect(list.rows == before)
      while list.rows.map({ $0.title.lowercased() }) != [query], !Task.isCancelled {
        screens.clock.advance(by: .milliseconds(150))
        await Task.yield()
      }
      observing.cancel()
      await observing.value
      await wait { store.listenerCount == 0 }
    }
  }

  @Test("what an action failed with stays while the list is loaded again")
  func messages() async throws {
    let list = try screens.graph().resolveOnMainActor(NoteListViewModel.self)
    await list.add("")
    await list.load()
    #expect(list.message == "A note needs some text.")
    await list.add("Bread")
    #expect(list.message == nil)
  }

  @Test("a failure of the store is shown, and the rows stay")
  func failure() async throws {
    try await store.write(note(1, "Bread"))
    let list = try screens.graph().resolveOnMainActor(NoteListViewModel.self)
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
    let list = try screens.graph().resolveOnMainActor(NoteListViewModel.self)
    await list.add("")
    #expect(list.message == "A note needs some text.")
    await list.add("Bread")
    await list.load()
    #expect(list.message == nil && list.rows.map(\.title) == ["Bread"])
    await list.delete(list.rows[0].id)
    await list.load()
    #expect(list.rows.isEmpty)
  }
}
