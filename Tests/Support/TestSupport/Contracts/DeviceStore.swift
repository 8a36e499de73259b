package import NotesDomain

/// Everything that a device keeps, as the contracts of its ports see it: several ports over one store that nobody has used.
package struct DeviceStore: Sendable {
  let notes: any NoteRepository
  let sync: any SyncStore
  let history: any NoteHistory
  let conflicts: any ConflictStore
  let blobs: any BlobStore
  let clock: FixedClock
  private let reopen: @Sendable () throws -> DeviceStore

  /// Creates the ports of a store.
  ///
  /// - Parameters:
  ///   - notes: The notes.
  ///   - sync: What sync keeps of them.
  ///   - history: What happened to them.
  ///   - conflicts: What people have to settle.
  ///   - blobs: The bytes of attachments.
  ///   - clock: The clock that the store looks at.
  ///   - reopen: Opens the same store again, with the same clock, as another run of the program does.
  package init(
    notes: any NoteRepository, sync: any SyncStore, history: any NoteHistory, conflicts: any ConflictStore,
    blobs: any BlobStore, clock: FixedClock, reopen: @escaping @Sendable () throws -> DeviceStore
  ) {
    self.notes = notes
    self.sync = sync
    self.history = history
    self.conflicts = conflicts
    self.blobs = blobs
    self.clock = clock
    self.reopen = reopen
  }

  /// The ports over a store in memory.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - blobs: The bytes of its attachments; `nil` for none yet.
  ///   - clock: The clock that it looks at.
  package init(_ store: InMemoryNoteRepository, blobs: InMemoryBlobStore? = nil, clock: FixedClock) {
    let blobs = blobs ?? InMemoryBlobStore(notes: store)
    self.init(notes: store, sync: store, history: store, conflicts: store, blobs: blobs, clock: clock) {
      store.beginRun()
      return DeviceStore(store, blobs: blobs, clock: clock)
    }
  }

  /// The same store in another run of the program.
  func reopened() throws -> DeviceStore {
    try reopen()
  }
}
