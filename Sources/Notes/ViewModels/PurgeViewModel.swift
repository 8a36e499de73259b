package import NotesDomain
import Observation

/// Removing notes for good, in two steps: look, then do.
@MainActor @Observable
package final class PurgeViewModel {
  /// What to show.
  package private(set) var state = PurgeState()

  private let repository: any NoteRepository
  private let finder: NoteFinder

  /// Creates a view-model.
  ///
  /// - Parameters:
  ///   - repository: Where the notes are.
  ///   - finder: Finds the notes that are meant.
  package init(repository: any NoteRepository, finder: NoteFinder) {
    self.repository = repository
    self.finder = finder
  }

  /// Selects notes in the trash.
  ///
  /// - Parameter references: The beginnings of their ids; none selects the whole trash. A note that is not in the trash
  ///   is a failure, and then nothing is selected.
  package func select(_ references: [String]) async {
    state = PurgeState(phase: .working)
    do throws(Failure) {
      state.candidates = try await candidates(references)
      state.phase = .done
    } catch {
      state.phase = .failed(error)
    }
  }

  /// Removes the selected notes for good, except those that left the trash in the meantime.
  package func purge() async {
    do throws(StoreError) {
      state.purged = try await repository.purge(state.candidates.map(\.id))
      state.phase = .done
    } catch {
      state.phase = .failed(.store(error))
    }
  }

  private func candidates(_ references: [String]) async throws(Failure) -> [NoteSummary] {
    var ids: [NoteID] = []
    for reference in references { ids.append(try await finder.id(reference)) }
    let notes: [NoteSummary]
    do throws(StoreError) {
      notes =
        references.isEmpty
        ? try await repository.list(NoteQuery(scope: .trash)) : try await repository.notes(ids).map(\.summary)
    } catch {
      throw .store(error)
    }
    if let outside = notes.first(where: { $0.trashed == nil }) { throw .notInTrash(outside) }
    return notes
  }
}

/// What is about to be, or was, removed for good.
package struct PurgeState: Sendable, Hashable {
  /// How far the last action is.
  package var phase: Phase = .idle
  /// The notes in the trash that were selected.
  package var candidates: [NoteSummary] = []
  /// The notes that are gone.
  package var purged: [NoteID] = []
}
