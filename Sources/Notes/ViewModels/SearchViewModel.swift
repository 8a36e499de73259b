package import NotesDomain
import Observation

/// A full-text search.
@MainActor @Observable
package final class SearchViewModel {
  package private(set) var state = SearchState()

  private let repository: any NoteRepository

  init(repository: any NoteRepository) {
    self.repository = repository
  }

  /// Searches the notes.
  ///
  /// - Parameters:
  ///   - query: The words and filters.
  ///   - abbreviates: Whether the rows need short ids, which cost two look-ups each.
  package func search(_ query: SearchQuery, abbreviates: Bool = true) async {
    state.phase = .working
    state.phase = await .after {
      let result = try await repository.search(query)
      let short = abbreviates ? try await repository.abbreviations(of: result.hits.map(\.id)) : [:]
      state.rows = result.hits.map { SearchState.Row(hit: $0, shortID: short[$0.id] ?? $0.id.description) }
      state.rankedNewest = result.rankedNewest
    }
  }
}

/// The state of a search.
package struct SearchState: Sendable, Hashable {
  /// A row of the results.
  package struct Row: Sendable, Hashable, Identifiable {
    /// The note with the matching passage.
    package let hit: SearchHit
    /// The shortest unique prefix of the note's id.
    package let shortID: String

    package var id: NoteID { hit.id }
  }

  package var phase: Phase = .idle
  /// The hits, best first.
  package var rows: [Row] = []
  /// The number of newest matches that were ranked; `nil` unless the words are too common to rank all.
  package var rankedNewest: Int?
}
