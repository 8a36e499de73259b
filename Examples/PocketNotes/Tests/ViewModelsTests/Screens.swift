import Core
import Support
import ViewModels
import Wiring

/// What the screens are tested over: a store in memory, and the layer's own module.
@MainActor
struct Screens {
  let store = InMemoryNoteStore()
  let clock = ManualClock()

  /// Builds a graph of the screens.
  ///
  /// - Parameter syncing: The sync of each session.
  func graph(
    syncing: FakeSyncing = FakeSyncing { () throws(SyncError) in SyncReport(sent: 2, received: 1) }
  ) throws -> Graph<Void> {
    let (store, clock) = (store, clock)
    return try Plan(modules: [
      ViewModelsModule(),
      Bindings { binder in
        binder.scope(CustomScope<Session>("session"))
        binder.bind((any NoteStore).self, to: store)
        binder.bind((any Syncing).self) { () -> any Syncing in syncing }.scoped(in: CustomScope<Session>("session"))
        binder.bind((any WallClock).self, to: TickingClock())
        binder.bind((any NoteIDs).self, to: SequentialIDs())
        binder.bind((any Clock<Duration>).self, to: clock)
      },
    ]).build()
  }
}
