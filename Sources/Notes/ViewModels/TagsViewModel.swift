package import NotesDomain
import Observation

/// The tags of all notes.
@MainActor @Observable
package final class TagsViewModel: ViewModel {
  package private(set) var state = TagsState()

  private let repository: any NoteRepository
  private let wallClock: any WallClock
  private let observer: any StoreObserver
  private let requests = LatestRequest()

  init(repository: any NoteRepository, wallClock: any WallClock, observer: any StoreObserver) {
    self.repository = repository
    self.wallClock = wallClock
    self.observer = observer
  }

  /// Loads the tags of notes outside of the trash, the most used first.
  package func load() async {
    await run { state.tags = try await repository.tags() }
  }

  /// Keeps the tags current until the task is cancelled, also while a person renames one.
  package func observe() async {
    await observer.follow(.notes) {
      await requests.refresh(self, \.state) {
        try await repository.tags()
      } show: {
        $0.tags = $1
      }
    }
  }

  /// Renames a tag, and those nested in it, in all notes, also where it is in a text. If the new one exists, both become one.
  ///
  /// Mends the links to notes whose titles follow such a text. A text stays if the new tag cannot be in one.
  package func rename(_ old: String, to new: String) async {
    await run {
      let (tags, now) = (try Tag.parse([old, new]), wallClock.now())
      var filter = NoteFilter()
      filter.require(.tag(tags[0]))
      let renaming = TagRenaming(from: tags[0], to: tags[1])
      let updates = try await repository.update(NoteQuery(filter, scope: .everywhere)) { note in
        let before = note
        renaming.apply(to: &note)
        if note != before { note.modified = now }
      }
      state.found = updates.notes.count
      state.changed = updates.notes.count { $0.before != $0.after }
      state.unwritable = updates.notes.count { update in
        var note = update.before
        return !renaming.apply(to: &note)
      }
      (state.mended, state.broken) = (updates.mended.count, updates.broken.count)
    }
  }

  private func run(_ action: @MainActor () async throws -> Void) async {
    await requests.act {
      state = TagsState(phase: .working, tags: state.tags)
      state.phase = await .after(action)
    }
  }
}

/// The state of the tags.
package struct TagsState: ViewState {
  package var phase: Phase = .idle
  package var tags: [NoteStatistics.Count<Tag>] = []
  /// The number of notes that had the tag.
  package var found = 0
  /// The number of notes that were changed.
  package var changed = 0
  /// The number of notes whose text still has the old tag, since the new one cannot be in a text.
  package var unwritable = 0
  /// The number of notes whose links were mended.
  package var mended = 0
  /// The number of notes with links that were not mended and lead nowhere, since another note has the new name.
  package var broken = 0
}
