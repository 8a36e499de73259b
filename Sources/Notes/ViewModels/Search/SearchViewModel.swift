public import NotesDomain
public import Observation

/// A search for text.
@MainActor @Observable
public final class SearchViewModel {
  /// What to show.
  public private(set) var state = SearchState()

  private let repository: any NoteRepository

  /// Creates a view-model.
  ///
  /// - Parameter repository: Where the notes are.
  public init(repository: any NoteRepository) {
    self.repository = repository
  }

  /// Searches.
  ///
  /// - Parameters:
  ///   - query: What to look for.
  ///   - abbreviates: Whether the rows need short ids, which cost two look-ups each.
  public func search(_ query: SearchQuery, abbreviates: Bool = true) async {
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
