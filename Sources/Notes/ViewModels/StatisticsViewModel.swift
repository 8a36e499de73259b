package import NotesDomain
import Observation

/// The statistics of the store.
@MainActor @Observable
package final class StatisticsViewModel: ViewModel {
  package private(set) var state = StatisticsState()

  private let repository: any NoteRepository

  init(repository: any NoteRepository) {
    self.repository = repository
  }

  /// Loads the statistics.
  package func load() async {
    state.phase = .working
    state.phase = await .after { state.statistics = try await repository.statistics() }
  }
}

/// The state of the statistics.
package struct StatisticsState: ViewState {
  package var phase: Phase = .idle
  package var statistics = NoteStatistics()
}
