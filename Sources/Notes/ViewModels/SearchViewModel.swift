package import NotesDomain
import Observation

/// A search, with the words around the matches.
@MainActor @Observable
package final class SearchViewModel: ViewModel {
  package private(set) var state = SearchState()

  private let repository: any NoteRepository
  private let queries: QueryReader
  private let rows: RowMaker
  private let observer: any StoreObserver
  private let clock: any Clock<Duration>
  private let requests = LatestRequest()

  init(
    repository: any NoteRepository, queries: QueryReader, rows: RowMaker, observer: any StoreObserver,
    clock: any Clock<Duration>
  ) {
    self.repository = repository
    self.queries = queries
    self.rows = rows
    self.observer = observer
    self.clock = clock
  }

  /// Searches while a person types: waits a moment for more letters, searches, and again after each change of a note, until the task
  /// is cancelled, as it is for the next letter. The hits of the text before stay until the new ones are there.
  ///
  /// - Parameter pause: The time without a further letter after which the search begins.
  package func observe(_ form: SearchForm, labels: RowLabels = .shortIDs, after pause: Duration = .zero) async {
    if pause > .zero, (try? await clock.sleep(for: pause)) == nil { return }
    await observe(form, labels: labels) { _ in }
  }

  /// Keeps the hits current, and shows each state, for a front that does not observe the state.
  package func observe(
    _ form: SearchForm, labels: RowLabels, _ show: (SearchState) throws -> Void
  ) async rethrows {
    try await observer.follow(.notes) {
      await search(form, labels: labels, keepingHits: true)
      try show(state)
    }
  }

  /// Searches the notes. A query without conditions finds nothing. Of several searches at a time, the one that began last determines
  /// the state.
  package func search(_ form: SearchForm, labels: RowLabels = .shortIDs) async {
    await search(form, labels: labels, keepingHits: false)
  }

  private func search(_ form: SearchForm, labels: RowLabels, keepingHits: Bool) async {
    let request = requests.begin()
    if keepingHits { state.phase = .working } else { state = SearchState(phase: .working) }
    var state = SearchState()
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
    if requests.isLatest(request) { self.state = state }
  }

  /// Counts the notes that a search without a limit would find.
  package func count(_ form: SearchForm) async {
    let request = requests.begin()
    state = SearchState(phase: .working)
    var state = SearchState()
    state.phase = await .after {
      let query = try query(form)
      state.count =
        query.filter == NoteFilter() ? 0 : try await repository.count(NoteQuery(query.filter, scope: query.scope))
    }
    if requests.isLatest(request) { self.state = state }
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
