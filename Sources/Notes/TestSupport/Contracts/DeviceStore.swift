public import NotesDomain

/// Everything that a device keeps, as the contracts of its ports see it: several ports over one store that nobody has used.
public struct DeviceStore: Sendable {
  let notes: any NoteRepository
  let sync: any SyncStore
  let history: any NoteHistory
  let conflicts: any ConflictStore
  let clock: FixedClock
  private let reopen: @Sendable () throws -> DeviceStore

  /// Creates the ports of a store.
  ///
  /// - Parameters:
  ///   - notes: The notes.
  ///   - sync: What sync keeps of them.
  ///   - history: What happened to them.
  ///   - conflicts: What people have to settle.
  ///   - clock: The clock that the store looks at.
  ///   - reopen: Opens the same store again, with the same clock, as another run of the program does.
  public init(
    notes: any NoteRepository, sync: any SyncStore, history: any NoteHistory, conflicts: any ConflictStore,
    clock: FixedClock, reopen: @escaping @Sendable () throws -> DeviceStore
  ) {
    self.notes = notes
    self.sync = sync
    self.history = history
    self.conflicts = conflicts
    self.clock = clock
    self.reopen = reopen
  }

  /// The ports over a store in memory.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - clock: The clock that it looks at.
  public init(_ store: InMemoryNoteRepository, clock: FixedClock) {
    self.init(notes: store, sync: store, history: store, conflicts: store, clock: clock) {
      store.beginRun()
      return DeviceStore(store, clock: clock)
    }
  }

  /// The same store in another run of the program.
  func reopened() throws -> DeviceStore {
    try reopen()
  }
}
