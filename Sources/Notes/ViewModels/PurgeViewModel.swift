package import NotesDomain
import Observation

/// The permanent removal of notes, in two steps: select, then purge.
@MainActor @Observable
package final class PurgeViewModel: ViewModel {
  package private(set) var state = PurgeState()

  private let repository: any NoteRepository
  private let finder: NoteFinder
  private let maintenance: any StoreMaintenance
  private let conflicts: any ConflictStore

  init(
    repository: any NoteRepository, finder: NoteFinder, maintenance: any StoreMaintenance,
    conflicts: any ConflictStore
  ) {
    self.repository = repository
    self.finder = finder
    self.maintenance = maintenance
    self.conflicts = conflicts
  }

  /// Selects notes in the trash.
  ///
  /// - Parameter references: Their names; empty for the whole trash. Fails if one of the notes is not in the trash.
  package func select(_ references: [String]) async {
    state = PurgeState(phase: .working)
    state.phase = await .after { state.candidates = try await candidates(references) }
  }

  /// Removes the selected notes, except those that have left the trash since, and their remains in the store's files.
  package func purge() async {
    state.phase = await .after {
      state.purged = try await repository.purge(state.candidates.map(\.id))
      guard !state.purged.isEmpty else { return }
      // The notes are gone, whether or not this succeeds.
      do throws(MaintenanceError) { try await maintenance.eraseRemains() } catch { state.hasRemains = true }
      let purged = Set(state.purged)
      state.conflicts = try await conflicts.conflicts().count { purged.contains($0.note) || purged.contains($0.copy) }
    }
  }

  private func candidates(_ references: [String]) async throws -> [NoteSummary] {
    let ids = try await finder.ids(references, isInTrash: true)
    let notes =
      references.isEmpty
      ? try await repository.list(NoteQuery(scope: .trash)) : try await repository.notes(ids).map(\.summary)
    if let outside = notes.first(where: { $0.trashed == nil }) { throw NoteFailure.notInTrash(outside) }
    return notes
  }
}

/// The state of a purge.
package struct PurgeState: ViewState {
  package var phase: Phase = .idle
  /// The selected notes.
  package var candidates: [NoteSummary] = []
  /// The removed notes.
  package var purged: [NoteID] = []
  /// Whether their texts may still be found in the store's files: another command reads them, or the disk is full.
  package var hasRemains = false
  /// The number of unresolved conflicts with texts of the removed notes, which they keep.
  package var conflicts = 0
}
