package import NotesDomain
import Observation

/// The whole notes of a list, for output that has more than their summaries.
@MainActor @Observable
package final class NoteTextsViewModel: ViewModel {
  package private(set) var state = NoteTextsState()

  private let repository: any NoteRepository

  init(repository: any NoteRepository) {
    self.repository = repository
  }

  /// Loads notes. Those that were purged meanwhile are left out.
  package func load(_ ids: [NoteID]) async {
    state = NoteTextsState(phase: .working)
    state.phase = await .after {
      for note in try await repository.notes(ids) { state.notes[note.id] = note }
    }
  }
}

/// The state of whole notes.
package struct NoteTextsState: ViewState {
  package var phase: Phase = .idle
  /// The notes by their identifiers.
  package var notes: [NoteID: Note] = [:]
}
