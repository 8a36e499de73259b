import NotesDomain
import NotesTestSupport
import Wiring

/// What a server needs from elsewhere, in memory; and both its sides together.
struct ServerPorts: Module {
  let store: InMemoryServerStore

  func configure(_ binder: inout Binder) {
    binder.bind((any ServerStore).self, to: store)
    binder.bind((any Randomness).self, to: SeededRandomness())
    binder.bind(SyncServiceContract.Subject.init)
  }
}
