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
  /// The list of the rows; `nil` before the first one.
  private var shown: ShownList?

  init(repository: any NoteRepository, queries: QueryReader, rows: RowMaker, observer: any StoreObserver) {
    self.repository = repository
    self.queries = queries
    self.rows = rows
    self.observer = observer
  }

  /// Loads the notes of a list. Of several loads at a time, the one that began last determines the state.
  package func load(_ form: NoteListForm, labels: RowLabels = .shortIDs) async {
    shown = nil
    await load(ShownList(form: form, labels: labels))
  }

  private func load(_ list: ShownList) async {
    let request = requests.begin()
    state.phase = .working
    var loaded = state
    loaded.phase = await .after {
      (loaded.rows, loaded.hasMore) = try await rows(of: list, from: 0, limit: list.limit)
    }
    guard requests.isLatest(request) else { return }
    // Rows were appended meanwhile.
    if let shown, shown.isLonger(than: list) { return await load(shown) }
    state = loaded
    if loaded.phase == .done { shown = list }
  }

  /// Appends further rows to a list that has more, without loading those before them again, unless they have numbers, which are those
  /// of the whole list. While the list is observed, it stays that long.
  ///
  /// - Parameter count: The maximum number of further rows.
  package func loadMore(_ count: Int) async {
    guard state.hasMore, let list = shown, let limit = list.limit else { return }
    guard list.labels != .numbers else { return await load(list.longer(by: count)) }
    let present = state.rows
    // Not a request of its own: one that runs already may know of a change, and must not become obsolete.
    var more: (rows: [Row<NoteSummary>], hasMore: Bool) = ([], false)
    let phase = await Phase.after { more = try await rows(of: list, from: limit, limit: count) }
    guard let shown, shown.form == list.form, shown.labels == list.labels else { return }
    guard shown == list, state.rows == present else { return await load(shown.longer(by: count)) }
    guard phase == .done else { return state.phase = phase }
    // A note that moved down since the first rows were loaded is among them already.
    let known = Set(present.map(\.id))
    state.rows += more.rows.filter { !known.contains($0.id) }
    state.hasMore = more.hasMore
    self.shown = list.longer(by: count)
  }

  /// Returns a part of a list, and whether there are notes behind it.
  private func rows(
    of list: ShownList, from start: Int, limit: Int?
  ) async throws -> (rows: [Row<NoteSummary>], hasMore: Bool) {
    var query = try query(list.form)
    (query.offset, query.limit) = (list.form.offset + start, limit?.oneMore)
    var notes = try await repository.list(query)
    let hasMore = limit.map { notes.count > $0 } ?? false
    if hasMore { notes.removeLast() }
    return (try await rows.rows(notes, of: { $0.id }, labels: list.labels), hasMore)
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
      let list = ShownList(form: form, labels: labels)
      await load(shown.map { $0.isLonger(than: list) ? $0 : list } ?? list)
      try show(state)
    }
  }

  /// Counts the notes of a list.
  package func count(_ form: NoteListForm) async {
    state.phase = .working
    state.phase = await .after { state.count = try await repository.count(query(form)) }
  }

  private func query(_ form: NoteListForm) throws -> NoteQuery {
    let filter = try queries.filter(form.text, tags: form.tags, notebook: form.notebook)
    return NoteQuery(
      filter, scope: form.scope.widened(for: filter), order: form.order, limit: form.limit,
      offset: form.offset)
  }
}

/// A list with the number of rows that were appended to it.
private struct ShownList: Equatable {
  let form: NoteListForm
  let labels: RowLabels
  private(set) var appended = 0

  /// The maximum number of its rows; `nil` without one.
  var limit: Int? { form.limit.map { $0 + min(appended, .max - $0) } }

  func longer(by count: Int) -> ShownList {
    var list = self
    list.appended += min(max(0, count), .max - appended)
    return list
  }

  /// Returns whether it is another list with more rows.
  func isLonger(than list: ShownList) -> Bool {
    form == list.form && labels == list.labels && appended > list.appended
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
