package import NotesDomain
import Observation

/// The history of the store, or of one note.
@MainActor @Observable
package final class HistoryViewModel: ViewModel {
  package private(set) var state = HistoryState()

  private let history: any NoteHistory
  private let repository: any NoteRepository
  private let finder: VersionFinder
  private let wallClock: any WallClock

  init(
    history: any NoteHistory, repository: any NoteRepository, finder: VersionFinder, wallClock: any WallClock
  ) {
    self.history = history
    self.repository = repository
    self.finder = finder
    self.wallClock = wallClock
  }

  /// Loads the newest change sets.
  ///
  /// - Parameter number: Only those before this one; `nil` for all.
  package func load(before number: Int? = nil, limit: Int) async {
    state = HistoryState(phase: .working)
    state.phase = await .after { state.changeSets = try await history.changeSets(before: number, limit: limit) }
  }

  /// Loads the newest versions of a note. A note that is gone is found by its whole id.
  package func load(_ reference: String, limit: Int) async {
    state = HistoryState(phase: .working)
    state.phase = await .after {
      let id = try await finder.id(reference)
      // One more version, for the difference of the last row.
      let versions = try await history.versions(of: id, limit: limit.oneMore)
      state.shortID = try await repository.shortID(of: id)
      state.rows = versions.indices.prefix(limit).map { index in
        let before = index + 1 < versions.count ? versions[index + 1] : nil
        // Older versions may have been pruned: the first known one is compared only if a version records its absence.
        let difference = before.map { NoteDifference(from: $0.note, to: versions[index].note) }
        return HistoryState.Row(version: versions[index], difference: difference)
      }
    }
  }
}

extension HistoryViewModel {
  /// Gives a note the text of one of its versions again, as a new change. A title that follows the text changes with it. A note
  /// that is gone is added again.
  ///
  /// - Parameter number: The number of the version's change set.
  package func restore(_ reference: String, version number: Int) async {
    state = HistoryState(phase: .working)
    state.phase = await .after {
      let id = try await finder.id(reference)
      let versions = try await history.versions(of: id, backBefore: number)
      guard let old = versions.first(where: { $0.changeSet == number })?.note else {
        throw HistoryFailure.noVersion(number)
      }
      let now = wallClock.now()
      let stored = try await repository.update(id) { note in
        guard !note.body.hasSameBytes(as: old.body) else { return }
        note.title = NoteTitle.updated(for: note, newBody: old.body)
        (note.body, note.modified) = (old.body, now)
      }
      state.restored = stored
      if stored == nil {
        var note = old
        (note.trashed, note.modified) = (nil, now)
        try await repository.insert([note])
        state.restored = note
      }
    }
  }
}

/// The state of a history.
package struct HistoryState: ViewState {
  /// A row of a list of versions.
  package struct Row: Sendable, Hashable {
    package let version: NoteVersion
    /// The difference from the version before; `nil` for the first known version.
    package let difference: NoteDifference?
  }

  package var phase: Phase = .idle
  /// The change sets, newest first.
  package var changeSets: [ChangeSet] = []
  /// The versions of one note, newest first.
  package var rows: [Row] = []
  /// The shortest unique prefix of that note's id; the whole id if the note is gone.
  package var shortID = ""
  /// The note that got the text of a version again.
  package var restored: Note?
}
