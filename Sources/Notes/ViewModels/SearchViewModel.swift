package import NotesDomain
import Observation

/// A search, with the words around the matches.
@MainActor @Observable
package final class SearchViewModel: ViewModel {
  package private(set) var state = SearchState()

  private let repository: any NoteRepository
  private let queries: QueryReader
  private let rows: RowMaker

  init(repository: any NoteRepository, queries: QueryReader, rows: RowMaker) {
    self.repository = repository
    self.queries = queries
    self.rows = rows
  }

  /// Searches the notes. A query without conditions finds nothing.
  package func search(_ form: SearchForm, labels: RowLabels = .shortIDs) async {
    state = SearchState(phase: .working)
    state.phase = await .after {
      var query = try query(form)
      query.limit = form.limit.oneMore
      let result =
        query.filter == NoteFilter() ? SearchResult(hits: []) : try await repository.search(query)
      var hits = result.hits
      state.hasMore = hits.count > form.limit
      if state.hasMore { hits.removeLast() }
      state.rows = try await rows.rows(hits, of: { $0.id }, labels: labels)
      state.rankedNewest = result.rankedNewest
    }
  }

  /// Counts the notes that a search without a limit would find.
  package func count(_ form: SearchForm) async {
    state = SearchState(phase: .working)
    state.phase = await .after {
      let query = try query(form)
      state.count =
        query.filter == NoteFilter() ? 0 : try await repository.count(NoteQuery(query.filter, scope: query.scope))
    }
  }

  private func query(_ form: SearchForm) throws -> SearchQuery {
    let filter = try queries.filter(form.text, tags: form.tags, notebook: form.notebook)
    let scope: NoteQuery.Scope = form.isInTrash ? .trash : .kept.widened(for: filter)
    return SearchQuery(filter, scope: scope, order: form.order, limit: form.limit)
  }
}

/// The state of a search.
package struct SearchState: ViewState {
  package var phase: Phase = .idle
  /// The hits, best first.
  package var rows: [Row<SearchHit>] = []
  /// Whether more notes match than the limit allows.
  package var hasMore = false
  /// The number of newest matches that were ranked; `nil` unless the words are too common to rank all.
  package var rankedNewest: Int?
  /// The number of notes, if only that was requested.
  package var count: Int?
}

/// A search, as typed.
package struct SearchForm: Sendable, Hashable {
  /// The query; see ``NoteFilter``.
  package var text: String
  /// Tags that the notes must all have.
  package var tags: [String]
  /// The notebook, with those inside it; `/` for notes in none, `nil` for all.
  package var notebook: String?
  package var isInTrash: Bool
  /// The order of the hits; `nil` for the best match first.
  package var order: NoteQuery.Order?
  package var limit: Int

  package init(
    _ text: String, tags: [String] = [], notebook: String? = nil, isInTrash: Bool = false,
    order: NoteQuery.Order? = nil, limit: Int = 20
  ) {
    self.text = text
    self.tags = tags
    self.notebook = notebook
    self.isInTrash = isInTrash
    self.order = order
    self.limit = limit
  }
}
