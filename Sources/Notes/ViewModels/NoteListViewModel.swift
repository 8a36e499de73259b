package import NotesDomain
import Observation

/// A list of notes.
@MainActor @Observable
package final class NoteListViewModel: ViewModel {
  package private(set) var state = NoteListState()

  private let repository: any NoteRepository
  private let queries: QueryReader
  private let rows: RowMaker

  init(repository: any NoteRepository, queries: QueryReader, rows: RowMaker) {
    self.repository = repository
    self.queries = queries
    self.rows = rows
  }

  /// Loads the notes of a list.
  package func load(_ form: NoteListForm, labels: RowLabels = .shortIDs) async {
    state.phase = .working
    state.phase = await .after {
      var query = try query(form)
      query.limit = form.limit?.oneMore
      var notes = try await repository.list(query)
      state.hasMore = form.limit.map { notes.count > $0 } ?? false
      if state.hasMore { notes.removeLast() }
      state.rows = try await rows.rows(notes, of: { $0.id }, labels: labels)
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
