package import NotesDomain
import Observation

/// How much there is in the store.
@MainActor @Observable
package final class StatisticsViewModel {
  /// What to show.
  package private(set) var state = StatisticsState()

  private let repository: any NoteRepository

  /// Creates a view-model.
  ///
  /// - Parameter repository: Where the notes are.
  package init(repository: any NoteRepository) {
    self.repository = repository
  }

  /// Counts.
  package func load() async {
    state.phase = .working
    do throws(StoreError) {
      state.statistics = try await repository.statistics()
      state.phase = .done
    } catch {
      state.phase = .failed(.store(error))
    }
  }
}

/// What is shown of a whole store.
package struct StatisticsState: Sendable, Hashable {
  /// How far the counting is.
  package var phase: Phase = .idle
  /// How much there is.
  package var statistics = NoteStatistics()
}
