import NotesDomain
import NotesSync
import NotesTestSupport
import Wiring

/// A place for a device: the engine of the program, wired once, around a store and a network that change with the history.
struct Device: Sendable {
  let engine: any Synchronizer
  let store: StoreGate
  let transport: TransportGate
  let clock: FixedClock
}
