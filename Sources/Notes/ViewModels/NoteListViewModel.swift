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
  private let requests = LatestRequest()
  /// The list of the rows, and the number of those that were appended to it.
  private var shown: (form: NoteListForm, labels: RowLabels, appended: Int)?

  init(repository: any NoteRepository, queries: QueryReader, rows: RowMaker, observer: any StoreObserver) {
    self.repository = repository
    self.queries = queries
    self.rows = rows
    self.observer = observer
  }

  /// Loads the notes of a list. Of several loads at a time, the one that began last determines the state.
  package func load(_ form: NoteListForm, labels: RowLabels = .shortIDs) async {
    await load(form, labels: labels, appended: 0)
  }

  private func load(_ form: NoteListForm, labels: RowLabels, appended: Int) async {
    let request = requests.begin()
    state.phase = .working
    var loaded = state
    loaded.phase = await .after {
      let limit = form.limit.map { $0 + min(appended, .max - $0) }
      (loaded.rows, loaded.hasMore) = try await rows(of: form, from: form.offset, limit: limit, labels: labels)
    }
    if requests.isLatest(request) { (state, shown) = (loaded, (form, labels, appended)) }
  }

  /// Appends further rows to a list that has more, without loading those before them again. While the list is observed, it stays
  /// that long. Does nothing if the list is loaded again meanwhile, and has changed.
  ///
  /// - Parameter count: The maximum number of further rows.
  package func loadMore(_ count: Int) async {
    guard state.hasMore, let shown, let limit = shown.form.limit else { return }
    let present = state.rows
    // Not a request of its own: one that runs already may know of a change, and must not become obsolete.
    do {
      let more = try await rows(
        of: shown.form, from: shown.form.offset + limit + shown.appended, limit: count, labels: shown.labels)
      guard state.rows == present else { return }
      // A note that moved down since the first rows were loaded is among them already.
      let known = Set(present.map(\.id))
      state.rows += more.rows.filter { !known.contains($0.id) }
      state.hasMore = more.hasMore
      self.shown?.appended += count
    } catch {
      state.phase = .failed(Failure(error))
    }
  }

  /// Returns a part of a list, and whether there are notes behind it.
  private func rows(
    of form: NoteListForm, from offset: Int, limit: Int?, labels: RowLabels
  ) async throws -> (rows: [Row<NoteSummary>], hasMore: Bool) {
    var query = try query(form)
    (query.offset, query.limit) = (offset, limit?.oneMore)
    var notes = try await repository.list(query)
    let hasMore = limit.map { notes.count > $0 } ?? false
    if hasMore { notes.removeLast() }
    return (try await rows.rows(notes, of: { $0.id }, labels: labels), hasMore)
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
    shown = nil
    try await observer.follow(.notes) {
      await load(form, labels: labels, appended: shown?.appended ?? 0)
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
