package import NotesDomain
import Observation

/// A list of notes.
@MainActor @Observable
package final class NoteListViewModel {
  /// What to show.
  package private(set) var state = NoteListState()

  private let repository: any NoteRepository

  /// Creates a view-model.
  ///
  /// - Parameter repository: Where the notes are.
  package init(repository: any NoteRepository) {
    self.repository = repository
  }

  /// Loads the notes that a query selects.
  ///
  /// - Parameters:
  ///   - query: Which notes, in which order.
  ///   - abbreviates: Whether the rows need short ids, which cost two look-ups each.
  package func load(_ query: NoteQuery, abbreviates: Bool = true) async {
    state.phase = .working
    do throws(StoreError) {
      let notes = try await repository.list(query)
      let short = abbreviates ? try await repository.abbreviations(of: notes.map(\.id)) : [:]
      state.rows = notes.map { NoteRow(note: $0, shortID: short[$0.id] ?? $0.id.description) }
      state.phase = .done
    } catch {
      state.phase = .failed(.store(error))
    }
  }
}

/// What a list shows.
package struct NoteListState: Sendable, Hashable {
  /// How far the list is.
  package var phase: Phase = .idle
  /// The notes, in the order that was asked for.
  package var rows: [NoteRow] = []
}

/// A line of a list.
package struct NoteRow: Sendable, Hashable, Identifiable {
  /// The note without its text.
  package let note: NoteSummary
  /// The shortest beginning of its id that names it; the whole id where nobody asked for a short one.
  package let shortID: String

  /// Creates a line.
  ///
  /// - Parameters:
  ///   - note: The note without its text.
  ///   - shortID: A beginning of its id that names it.
  package init(note: NoteSummary, shortID: String) {
    self.note = note
    self.shortID = shortID
  }

  /// The note's identity.
  package var id: NoteID { note.id }
}
