package import NotesDomain
import Observation

/// The notebooks of all notes.
@MainActor @Observable
package final class NotebooksViewModel: ViewModel {
  package private(set) var state = NotebooksState()

  private let repository: any NoteRepository
  private let wallClock: any WallClock
  private let observer: any StoreObserver
  private let requests = LatestRequest()

  init(repository: any NoteRepository, wallClock: any WallClock, observer: any StoreObserver) {
    self.repository = repository
    self.wallClock = wallClock
    self.observer = observer
  }

  /// Loads the notebooks of notes outside of the trash, the largest first.
  package func load() async {
    await run { state.notebooks = try await repository.notebooks() }
  }

  /// Keeps the notebooks current until the task is cancelled, also while a person renames one.
  package func observe() async {
    await observer.follow(.notes) {
      await requests.refresh(self, \.state) {
        try await repository.notebooks()
      } show: {
        $0.notebooks = $1
      }
    }
  }

  /// Finds the notes that are in a notebook already, or in one inside it, in which a renaming would put those of another one.
  ///
  /// - Parameter old: The notebook to rename, whose own notes do not count.
  package func findOccupants(of new: String, renaming old: String) async {
    await run {
      let source = try Notebook.parse(old)
      let target = try await self.target(new, renaming: source)
      guard target != .root else { return }
      state.occupants = try await repository.notebooks()
        .filter { target.covers($0.name) && !source.contains($0.name) }.map(\.notes).reduce(0, +)
    }
  }

  /// Moves all notes of a notebook, and of those inside it, to another place, and mends the links that have their paths.
  package func rename(_ old: String, to new: String) async {
    await run {
      let (source, now) = (try Notebook.parse(old), wallClock.now())
      guard source != .root else { throw NoteFailure.topLevel }
      let target = try await self.target(new, renaming: source)
      var filter = NoteFilter()
      filter.require(.notebook(source))
      // A query finds notebooks of another case as well, which stay.
      let updates = try await repository.update(
        NoteQuery(filter, scope: .everywhere), where: { source.contains($0.notebook) }
      ) { note in
        // By names: that of the note may be in another form of composition, of another length.
        let path = [target.path] + note.notebook.names.dropFirst(source.names.count)
        guard let notebook = Notebook(path.joined(separator: "/")), notebook != note.notebook else { return }
        note.notebook = notebook
        note.modified = now
      }
      state.found = updates.notes.count
      state.changed = updates.notes.count { $0.before != $0.after }
      (state.mended, state.broken) = (updates.mended.count, updates.broken.count)
    }
  }

  /// Returns the notebook to which one is renamed: an existing one in its own spelling, unless that is what changes.
  private func target(_ path: String, renaming source: Notebook) async throws -> Notebook {
    let typed = try Notebook.parse(path)
    return source.covers(typed) ? typed : try await NotebookFinder(repository: repository).notebook(path)
  }

  private func run(_ action: @MainActor () async throws -> Void) async {
    await requests.act {
      state = NotebooksState(phase: .working, notebooks: state.notebooks)
      state.phase = await .after(action)
    }
  }
}

/// The state of the notebooks.
package struct NotebooksState: ViewState {
  package var phase: Phase = .idle
  package var notebooks: [NoteStatistics.Count<Notebook>] = []
  /// The number of notes in the notebook.
  package var found = 0
  /// The number of notes outside of the trash that the new notebook has already.
  package var occupants = 0
  /// The number of notes that were moved.
  package var changed = 0
  /// The number of notes whose links were mended.
  package var mended = 0
  /// The number of notes with links that were not mended and lead nowhere, since another note has the new name.
  package var broken = 0
}
