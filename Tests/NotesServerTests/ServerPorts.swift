import NotesDomain
import NotesTestSupport
import Wiring

/// What a server needs from elsewhere, in memory; and all its sides together.
struct ServerPorts: Module {
  let store: any ServerStore
  let clock: FixedClock

  func configure(_ binder: inout Binder) {
    binder.bind((any ServerStore).self, to: store)
    binder.bind((any Randomness).self, to: SeededRandomness())
    binder.bind((any WallClock).self, to: clock)
    binder.bind(ServerSides.init)
  }
}
