package import NotesDomain
import NotesFronts
import Observation

/// The choice of notes among those that a query selects: in a fuzzy finder, or by an answer to a numbered list.
@MainActor @Observable
package final class PickViewModel: ViewModel {
  /// The sizes of the pages that a fuzzy finder gets: the first one fills the screen at once. The last size repeats.
  nonisolated static let pageSizes = [200, 2000, 20_000]
  /// The maximum number of notes in a numbered list.
  private static let listLimit = 20

  package private(set) var state = PickState()

  private let repository: any NoteRepository
  private let queries: QueryReader
  private let rows: RowMaker
  private let noteFinder: NoteFinder
  private let fuzzyFinder: any FuzzyFinder

  init(
    repository: any NoteRepository, queries: QueryReader, rows: RowMaker, noteFinder: NoteFinder,
    fuzzyFinder: any FuzzyFinder
  ) {
    self.repository = repository
    self.queries = queries
    self.rows = rows
    self.noteFinder = noteFinder
    self.fuzzyFinder = fuzzyFinder
  }

  /// Whether a fuzzy finder can be used. Otherwise notes are chosen from a numbered list.
  package var hasFuzzyFinder: Bool { fuzzyFinder.isAvailable }

  /// Lets a person choose notes in the fuzzy finder, most recently changed first.
  ///
  /// - Parameter text: Returns the text of a note's row.
  package func chooseInFinder(
    _ query: String, allowsSeveral: Bool, text: @escaping @Sendable (NoteSummary) -> String
  ) async {
    await run {
      let pages = NotePages(query: try list(query), repository: repository)
      let keys = try await fuzzyFinder.choose(allowsSeveral: allowsSeveral) {
        try await pages.next().map { FinderRow(key: $0.id.description, text: text($0)) }
      }
      // A note that changes between two pages may be in both.
      state.chosen = keys.compactMap { NoteID($0) }.withoutRepetition()
    }
  }

  /// Loads the numbered list of the notes that a query selects, most recently changed first.
  package func load(_ query: String) async {
    await run {
      var query = try list(query)
      query.limit = Self.listLimit + 1
      try await show(repository.list(query))
    }
  }

  /// Chooses notes of the list by their numbers, or any note by a name or a part of its title. Several notes with that part
  /// become the list.
  package func choose(_ answer: String, allowsSeveral: Bool) async {
    let listed = state.rows
    await run {
      let numbers = answer.split { $0 == " " || $0 == "," }.map { Int($0) }
      let ids = numbers.map { number in
        number.flatMap { 1 <= $0 && $0 <= listed.count ? listed[$0 - 1].value.id : nil }
      }
      if !ids.isEmpty, !ids.contains(nil), ids.count == 1 || allowsSeveral {
        state.chosen = ids.compactMap(\.self).withoutRepetition()
      } else {
        try await choose(named: answer, otherwise: listed)
      }
    }
  }

  private func choose(named answer: String, otherwise listed: [Row<NoteSummary>]) async throws {
    do {
      state.chosen = [try await noteFinder.id(answer)]
    } catch ReferenceError.ambiguous(_, let candidates) {
      try await show(candidates)
    } catch ReferenceError.unknown {
      var filter = NoteFilter()
      filter.require(.title(SearchTerm(answer, isPrefix: true)))
      let found = try await repository.list(NoteQuery(filter, scope: .kept, limit: Self.listLimit + 1))
      if found.isEmpty { (state.rows, state.isUnknown) = (listed, true) }
      if found.count == 1 { state.chosen = found.map(\.id) } else if !found.isEmpty { try await show(found) }
    }
  }

  private func list(_ query: String) throws -> NoteQuery {
    let filter = try queries.filter(query)
    return NoteQuery(filter, scope: .active.widened(for: filter))
  }

  private func show(_ notes: [NoteSummary]) async throws {
    let shown = Array(notes.prefix(Self.listLimit))
    // Also kept for later commands. If that is not possible, the numbers are good for the answer.
    _ = try await rows.rows(shown, of: { $0.id }, labels: .numbers)
    state.rows = shown.enumerated().map { Row($1, label: String($0 + 1)) }
    state.hasMore = notes.count > shown.count
  }

  private func run(_ action: @MainActor () async throws -> Void) async {
    state = PickState(phase: .working)
    state.phase = await .after(action)
  }
}

/// The state of a choice of notes.
package struct PickState: ViewState {
  package var phase: Phase = .idle
  /// The numbered list.
  package var rows: [Row<NoteSummary>] = []
  /// Whether there are more notes than the list has.
  package var hasMore = false
  /// Whether the last answer named no note.
  package var isUnknown = false
  /// The chosen notes.
  package var chosen: [NoteID] = []
}

/// The pages of a list, of growing sizes.
private actor NotePages {
  private var query: NoteQuery
  private let repository: any NoteRepository
  private var sizes = PickViewModel.pageSizes[...]

  init(query: NoteQuery, repository: any NoteRepository) {
    self.query = query
    self.repository = repository
  }

  /// Returns the next notes; none at the end.
  func next() async throws -> [NoteSummary] {
    query.limit = sizes.first
    if sizes.count > 1 { sizes.removeFirst() }
    let notes = try await repository.list(query)
    query.offset += notes.count
    return notes
  }
}
