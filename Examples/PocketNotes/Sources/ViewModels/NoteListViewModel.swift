import Core
import Observation

/// The list of notes on the screen, which follows the store and the search field.
@MainActor @Observable
package final class NoteListViewModel {
  /// The rows to show. They keep their ids, so that a list can animate their moves.
  package private(set) var rows: [NoteRow] = []
  /// Whether the rows were loaded once, so that a list without any is really empty.
  package private(set) var isLoaded = false
  /// What to tell the person: why the last action failed, or why there are no newer rows.
  package var message: String? { failedAction ?? failedLoad }
  private var failedAction: String?
  private var failedLoad: String?
  /// The text in the search field. While ``observe()`` runs, the rows follow it after a moment.
  package var query = "" {
    didSet { if query != oldValue { queryChanged?.yield() } }
  }

  private let store: any NoteStore
  private let notebook: Notebook
  private let clock: any Clock<Duration>
  private var queryChanged: AsyncStream<Void>.Continuation?
  private let loads = LatestRequest()

  package init(store: any NoteStore, notebook: Notebook, clock: any Clock<Duration>) {
    (self.store, self.notebook, self.clock) = (store, notebook, clock)
  }

  /// Keeps the rows as the store and the query are, until the task is cancelled.
  package func observe() async {
    // Before the first rows are read, so that no change is missed meanwhile. A stream of its own each time: one ends with the task
    // that reads it, and the list may be observed again.
    let (queries, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    queryChanged = continuation
    await withDiscardingTaskGroup { group in
      group.addTask { await self.followStore() }
      group.addTask { await self.follow(queries) }
    }
  }

  /// Loads the rows once.
  package func load() async {
    let (store, query) = (store, query)
    let result = await loads.run { () async throws(StoreError) in try await store.notes(matching: query) }
    switch result {
    case .success(let notes): (rows, isLoaded, failedLoad) = (notes.map(NoteRow.init), true, nil)
    case .failure(let error): failedLoad = Message.of(error)
    // A newer request shows its own rows.
    case nil: break
    }
  }

  /// Adds a note.
  package func add(_ text: String) async {
    await act { () async throws(NotebookError) in _ = try await self.notebook.add(text) }
  }

  /// Deletes a note.
  package func delete(_ id: Note.ID) async {
    await act { () async throws(NotebookError) in _ = try await self.notebook.delete(id) }
  }

  private func followStore() async {
    // The signals begin before the first rows are read, so that no change is missed between the two.
    let changes = store.changes()
    await load()
    for await _ in changes { await load() }
  }

  private func follow(_ queries: AsyncStream<Void>) async {
    for await _ in queries {
      // A person who types goes on: the next letter begins the moment anew.
      let typed = query
      guard (try? await clock.sleep(for: .milliseconds(150))) != nil else { return }
      if typed == query { await load() }
    }
  }

  private func act(_ body: () async throws(NotebookError) -> Void) async {
    do {
      try await body()
      failedAction = nil
    } catch {
      // The screen is gone.
      if !Task.isCancelled { failedAction = Message.of(error) }
    }
  }
}

/// A note in a list.
package struct NoteRow: Sendable, Hashable, Identifiable {
  package let id: Note.ID
  package let title: String

  init(_ note: Note) {
    (id, title) = (note.id, note.title)
  }
}
