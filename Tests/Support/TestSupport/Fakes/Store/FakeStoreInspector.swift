package import NotesDomain
import Synchronization

/// An inspection of a device's store that a test writes.
package final class FakeStoreInspector: StoreInspector {
  private let state = Mutex((inspection: StoreInspection(path: "/notes.sqlite", library: "3.40.1"), isDeep: false))

  package init() {
    inspection.schema = 6
    inspection.contents = StoreContents(notes: 3, versions: 2, attachments: 1)
  }

  /// The result of every inspection.
  package var inspection: StoreInspection {
    get { state.withLock { $0.inspection } }
    set { state.withLock { $0.inspection = newValue } }
  }

  /// Whether the last inspection read all attachments.
  package var wasDeep: Bool { state.withLock { $0.isDeep } }

  package func inspect(isDeep: Bool) async -> StoreInspection {
    state.withLock { state in
      state.isDeep = isDeep
      return state.inspection
    }
  }
}
