import NotesDomain
import NotesTestSupport
import Wiring

/// What a server of a world has around its rules.
struct ServerPartsModule: Module {
  let store: any ServerStore
  let scene: Scene

  func configure(_ binder: inout Binder) {
    binder.bind((any ServerStore).self, to: store)
    binder.bind((any Randomness).self, to: scene)
    binder.bind((any WallClock).self) { FixedClock() }
  }
}
