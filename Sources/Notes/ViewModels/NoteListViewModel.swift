package import NotesDomain
import Observation

/// A list of notes.
@MainActor @Observable
package final class NoteListViewModel {
  package private(set) var state = NoteListState()

  private let repository: any NoteRepository

  init(repository: any NoteRepository) {
    self.repository = repository
  }

  /// Loads the notes that match a query.
  ///
  /// - Parameters:
  ///   - query: The filter and the order.
  ///   - abbreviates: Whether the rows need short ids, which cost two look-ups each.
  package func load(_ query: NoteQuery, abbreviates: Bool = true) async {
    state.phase = .working
    state.phase = await .after {
      let notes = try await repository.list(query)
      let short = abbreviates ? try await repository.abbreviations(of: notes.map(\.id)) : [:]
      state.rows = notes.map { NoteRow(note: $0, shortID: short[$0.id] ?? $0.id.description) }
    }
  }
}

/// The state of a list of notes.
package struct NoteListState: Sendable, Hashable {
  package var phase: Phase = .idle
  /// The notes, in the order of the query.
  package var rows: [NoteRow] = []
}

/// A row of a list of notes.
package struct NoteRow: Sendable, Hashable, Identifiable {
  package let note: NoteSummary
  /// The shortest unique prefix of the note's id; the whole id if none was requested.
  package let shortID: String

  package init(note: NoteSummary, shortID: String) {
    self.note = note
    self.shortID = shortID
  }

  package var id: NoteID { note.id }
}
