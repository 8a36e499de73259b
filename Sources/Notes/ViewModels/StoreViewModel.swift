package import NotesDomain
import Observation

/// The store of this device as a whole: its backups, and the file itself.
@MainActor @Observable
package final class StoreViewModel: ViewModel {
  package private(set) var state = StoreState()

  private let maintenance: any StoreMaintenance

  init(maintenance: any StoreMaintenance) {
    self.maintenance = maintenance
  }

  /// Backs up the store to a file.
  ///
  /// - Parameter replacing: Whether it may replace a file of that name.
  package func backUp(to path: String, replacing: Bool) async {
    await run { state.contents = try await maintenance.backUp(to: path, replacing: replacing) }
  }

  /// Replaces the store with a backup.
  package func restore(from path: String) async {
    await run {
      let restored = try await maintenance.restore(from: path)
      state.contents = restored.contents
      state.restored = restored
    }
  }

  /// Fills the indexes of the store anew, and removes unused space and remains of deleted texts.
  package func rebuild() async {
    await run { try await maintenance.rebuild() }
  }

  private func run(_ action: @MainActor () async throws -> Void) async {
    state = StoreState(phase: .working)
    state.phase = await .after(action)
  }
}

/// The state of an action on the store.
package struct StoreState: ViewState {
  package var phase: Phase = .idle
  /// The contents of the backup.
  package var contents = StoreContents()
  /// The outcome of a restore; `nil` after other actions.
  package var restored: RestoredStore?
}
