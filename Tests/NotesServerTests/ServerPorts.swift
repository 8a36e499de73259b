import NotesDomain
import NotesHosting
import NotesTestSupport
import Wiring

/// The ports of a server, in memory.
struct ServerPorts: Module {
  let store: any ServerStore
  let wallClock: FixedClock

  func configure(_ binder: inout Binder) {
    binder.bind((any ServerStore).self, to: store)
    binder.bind((any Randomness).self, to: SeededRandomness())
    binder.bind((any WallClock).self, to: wallClock)
    binder.bind(ServerServices.init)
  }
}
