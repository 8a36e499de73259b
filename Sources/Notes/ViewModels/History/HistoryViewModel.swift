package import NotesDomain
import Observation

/// What happened: to the whole store, or to one note.
@MainActor @Observable
package final class HistoryViewModel {
  /// What to show.
  package private(set) var state = HistoryState()

  private let history: any NoteHistory
  private let repository: any NoteRepository
  private let finder: VersionFinder

  /// Creates a view-model.
  ///
  /// - Parameters:
  ///   - history: What happened.
  ///   - repository: Where the notes are, for short ids.
  ///   - finder: Finds the note that is meant.
  package init(history: any NoteHistory, repository: any NoteRepository, finder: VersionFinder) {
    self.history = history
    self.repository = repository
    self.finder = finder
  }

  /// Loads the newest sets of changes.
  ///
  /// - Parameter limit: The most sets.
  package func load(limit: Int) async {
    state = HistoryState(phase: .working)
    do throws(StoreError) {
      state.changeSets = try await history.changeSets(before: nil, limit: limit)
      state.phase = .done
    } catch {
      state.phase = .failed(.store(error))
    }
  }

  /// Loads the newest versions of a note.
  ///
  /// - Parameters:
  ///   - reference: The beginning of its id; of a note that is gone, the whole id.
  ///   - limit: The most versions.
  package func load(_ reference: String, limit: Int) async {
    state = HistoryState(phase: .working)
    do throws(Failure) {
      let id = try await finder.id(reference)
      // One more, to say what made the last one.
      let versions = try await finder.versions(of: id, limit: limit < .max ? limit + 1 : limit)
      let short = try await Failure.ofStore { () async throws(StoreError) in
        try await repository.abbreviations(of: [id])
      }
      state.rows = versions.indices.prefix(limit).map { index in
        let before = index + 1 < versions.count ? versions[index + 1] : nil
        // The first version that is known has nothing before it, unless it is known that there was no note.
        let difference = before.map { NoteDifference(from: $0.note, to: versions[index].note) }
        return HistoryState.Row(version: versions[index], difference: difference)
      }
      state.shortID = short[id] ?? id.description
      state.phase = .done
    } catch {
      state.phase = .failed(error)
    }
  }
}

/// What is shown of the past.
package struct HistoryState: Sendable, Hashable {
  /// A version of a note, as a line.
  package struct Row: Sendable, Hashable {
    /// The version.
    package let version: NoteVersion
    /// What made it another one than the version before it; `nil` for the first that is known.
    package let difference: NoteDifference?
  }

  /// How far the last action is.
  package var phase: Phase = .idle
  /// The sets of changes, newest first.
  package var changeSets: [ChangeSet] = []
  /// The versions of one note, newest first.
  package var rows: [Row] = []
  /// The shortest beginning of that note's id that names it; its whole id when it is gone.
  package var shortID = ""
}
