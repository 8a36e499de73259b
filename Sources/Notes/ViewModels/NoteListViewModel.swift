package import NotesDomain
import Observation

/// A list of notes.
@MainActor @Observable
package final class NoteListViewModel: ViewModel {
  package private(set) var state = NoteListState()

  private let repository: any NoteRepository

  init(repository: any NoteRepository) {
    self.repository = repository
  }

  /// Loads the notes that match a query.
  ///
  /// - Parameter abbreviates: Whether the rows need short ids, which cost two look-ups each.
  package func load(_ query: NoteQuery, abbreviates: Bool = true) async {
    state.phase = .working
    state.phase = await .after {
      state.rows = try await repository.rows(repository.list(query), of: { $0.id }, abbreviates: abbreviates)
    }
  }
}

/// The state of a list of notes.
package struct NoteListState: ViewState {
  package var phase: Phase = .idle
  /// The notes, in the order of the query.
  package var rows: [Row<NoteSummary>] = []
}
