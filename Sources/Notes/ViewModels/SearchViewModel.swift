package import NotesDomain
import Observation

/// A search for text.
@MainActor @Observable
package final class SearchViewModel {
  /// What to show.
  package private(set) var state = SearchState()

  private let repository: any NoteRepository

  /// Creates a view-model.
  ///
  /// - Parameter repository: Where the notes are.
  package init(repository: any NoteRepository) {
    self.repository = repository
  }

  /// Searches.
  ///
  /// - Parameters:
  ///   - query: What to look for.
  ///   - abbreviates: Whether the rows need short ids, which cost two look-ups each.
  package func search(_ query: SearchQuery, abbreviates: Bool = true) async {
    state.phase = .working
    do throws(StoreError) {
      let result = try await repository.search(query)
      let short = abbreviates ? try await repository.abbreviations(of: result.hits.map(\.id)) : [:]
      state.rows = result.hits.map { SearchState.Row(hit: $0, shortID: short[$0.id] ?? $0.id.description) }
      state.rankedNewest = result.rankedNewest
      state.phase = .done
    } catch {
      state.phase = .failed(.store(error))
    }
  }
}

/// What a search shows.
package struct SearchState: Sendable, Hashable {
  /// A hit, as a line.
  package struct Row: Sendable, Hashable, Identifiable {
    /// The note and the place in its text.
    package let hit: SearchHit
    /// The shortest beginning of the note's id that names it.
    package let shortID: String

    /// The note's identity.
    package var id: NoteID { hit.id }
  }

  /// How far the search is.
  package var phase: Phase = .idle
  /// The hits, best first.
  package var rows: [Row] = []
  /// When only the newest notes with the words were ranked, since the words are very common: how many.
  package var rankedNewest: Int?
}
