package import NotesDomain
import Observation

/// A full-text search.
@MainActor @Observable
package final class SearchViewModel: ViewModel {
  package private(set) var state = SearchState()

  private let repository: any NoteRepository

  init(repository: any NoteRepository) {
    self.repository = repository
  }

  /// Searches the notes.
  ///
  /// - Parameter abbreviates: Whether the rows need short ids, which cost two look-ups each.
  package func search(_ query: SearchQuery, abbreviates: Bool = true) async {
    state.phase = .working
    state.phase = await .after {
      let result = try await repository.search(query)
      state.rows = try await repository.rows(result.hits, of: { $0.id }, abbreviates: abbreviates)
      state.rankedNewest = result.rankedNewest
    }
  }
}

/// The state of a search.
package struct SearchState: ViewState {
  package var phase: Phase = .idle
  /// The hits, best first.
  package var rows: [Row<SearchHit>] = []
  /// The number of newest matches that were ranked; `nil` unless the words are too common to rank all.
  package var rankedNewest: Int?
}
