import NotesDomain
import NotesHosting
import NotesNetwork
import NotesTestSupport
import Wiring

/// The ports of the mock network and its server.
struct ServerParts: Module {
  let settings: NetworkSettings
  let store: @Sendable () -> any ServerStore

  init(_ settings: NetworkSettings, store: @escaping @Sendable () -> any ServerStore = { InMemoryServerStore() }) {
    self.settings = settings
    self.store = store
  }

  func configure(_ binder: inout Binder) {
    binder.bind(NetworkSettings.self, to: settings)
    binder.bind((any ServerStore).self) { [store] in store() }.scoped(.singleton)
    binder.bind((any Randomness).self, to: SeededRandomness())
    binder.bind((any WallClock).self) { FixedClock() }
    binder.bind((any Clock<Duration>).self, to: ManualClock())
  }
}
