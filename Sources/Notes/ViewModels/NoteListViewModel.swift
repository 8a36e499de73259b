package import NotesDomain
import Observation

/// A list of notes.
@MainActor @Observable
package final class NoteListViewModel: ViewModel {
  package private(set) var state = NoteListState()

  private let repository: any NoteRepository
  private let queries: QueryReader
  private let rows: RowMaker
  private let observer: any StoreObserver
  private var requests = LatestRequest()

  init(repository: any NoteRepository, queries: QueryReader, rows: RowMaker, observer: any StoreObserver) {
    self.repository = repository
    self.queries = queries
    self.rows = rows
    self.observer = observer
  }

  /// Loads the notes of a list. Of several loads at a time, the one that began last determines the state.
  package func load(_ form: NoteListForm, labels: RowLabels = .shortIDs) async {
    let request = requests.begin()
    state.phase = .working
    var loaded = state
    loaded.phase = await .after {
      var query = try query(form)
      query.limit = form.limit?.oneMore
      var notes = try await repository.list(query)
      loaded.hasMore = form.limit.map { notes.count > $0 } ?? false
      if loaded.hasMore { notes.removeLast() }
      loaded.rows = try await rows.rows(notes, of: { $0.id }, labels: labels)
    }
    if requests.isLatest(request) { state = loaded }
  }

  /// Keeps the list current until the task is cancelled: loads it now, and again after each change of a note, whichever program
  /// made it.
  package func observe(_ form: NoteListForm, labels: RowLabels = .shortIDs) async {
    await observe(form, labels: labels) { _ in }
  }

  /// Keeps the list current, and shows each state, for a front that does not observe the state.
  package func observe(
    _ form: NoteListForm, labels: RowLabels, _ show: (NoteListState) throws -> Void
  ) async rethrows {
    try await observer.follow(.notes) {
      await load(form, labels: labels)
      try show(state)
    }
  }

  /// Counts the notes of a list.
  package func count(_ form: NoteListForm) async {
    let request = requests.begin()
    state.phase = .working
    var counted = state
    counted.phase = await .after { counted.count = try await repository.count(query(form)) }
    if requests.isLatest(request) { state = counted }
  }

  private func query(_ form: NoteListForm) throws -> NoteQuery {
    let filter = try queries.filter(form.text, tags: form.tags, notebook: form.notebook)
    return NoteQuery(
      filter, scope: form.scope.widened(for: filter), order: form.order, limit: form.limit,
      offset: form.offset)
  }
}

/// The state of a list of notes.
package struct NoteListState: ViewState {
  package var phase: Phase = .idle
  /// The notes, in the order of the query.
  package var rows: [Row<NoteSummary>] = []
  /// Whether the list has more notes than the limit allows.
  package var hasMore = false
  /// The number of notes, if only that was requested.
  package var count: Int?
}

/// The selection of a list or a search, as typed.
package struct NoteListForm: Sendable, Hashable {
  /// The query; see ``NoteFilter``.
  package var text: String
  /// Tags that the notes must all have.
  package var tags: [String]
  /// The notebook, with those inside it; `/` for notes in none, `nil` for all.
  package var notebook: String?
  package var scope: NoteQuery.Scope
  package var order: NoteQuery.Order
  package var limit: Int?
  /// The number of notes on earlier pages.
  package var offset: Int

  package init(
    _ text: String = "", tags: [String] = [], notebook: String? = nil, scope: NoteQuery.Scope = .active,
    order: NoteQuery.Order = .modified, limit: Int? = nil, offset: Int = 0
  ) {
    self.text = text
    self.tags = tags
    self.notebook = notebook
    self.scope = scope
    self.order = order
    self.limit = limit
    self.offset = offset
  }
}
