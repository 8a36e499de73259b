public import NotesDomain
public import Observation

/// How much there is in the store.
@MainActor @Observable
public final class StatisticsViewModel {
  /// What to show.
  public private(set) var state = StatisticsState()

  private let repository: any NoteRepository

  /// Creates a view-model.
  ///
  /// - Parameter repository: Where the notes are.
  public init(repository: any NoteRepository) {
    self.repository = repository
  }

  /// Counts.
  public func load() async {
    state.phase = .working
    do throws(StoreError) {
      state.statistics = try await repository.statistics()
      state.phase = .done
    } catch {
      state.phase = .failed(.store(error))
    }
  }
}
