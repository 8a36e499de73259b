public import NotesDomain
public import Observation

/// What happened: to the whole store, or to one note.
@MainActor @Observable
public final class HistoryViewModel {
  /// What to show.
  public private(set) var state = HistoryState()

  private let history: any NoteHistory
  private let repository: any NoteRepository
  private let finder: VersionFinder

  /// Creates a view-model.
  ///
  /// - Parameters:
  ///   - history: What happened.
  ///   - repository: Where the notes are, for short ids.
  ///   - finder: Finds the note that is meant.
  public init(history: any NoteHistory, repository: any NoteRepository, finder: VersionFinder) {
    self.history = history
    self.repository = repository
    self.finder = finder
  }

  /// Loads the newest sets of changes.
  ///
  /// - Parameter limit: The most sets.
  public func load(limit: Int) async {
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
  public func load(_ reference: String, limit: Int) async {
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
