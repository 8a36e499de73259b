package import NotesDomain
package import NotesHosting
import NotesTestSupport

/// A factory of the stores of a world.
package protocol StoreFactory: Sendable {
  /// Creates an empty store for a device.
  func device() async throws(StoreError) -> DeviceStorage

  /// Creates an empty store for a server.
  func server() async throws(StoreError) -> any ServerStore
}

/// A factory of in-memory stores, with which a history takes less than a millisecond.
package struct InMemoryStoreFactory: StoreFactory {
  private let keepsHistory: Bool

  /// Creates the factory.
  ///
  /// - Parameter keepsHistory: Whether the devices can undo changes.
  package init(keepsHistory: Bool = false) {
    self.keepsHistory = keepsHistory
  }

  /// Creates an empty store for a device.
  package func device() async throws(StoreError) -> DeviceStorage {
    let repository = InMemoryNoteRepository(keepsHistory: keepsHistory)
    return Self.store(repository, InMemoryBlobStore(notes: repository))
  }

  /// Creates an empty store for a server.
  package func server() async throws(StoreError) -> any ServerStore {
    InMemoryServerStore()
  }

  private static func store(_ repository: InMemoryNoteRepository, _ blobs: InMemoryBlobStore) -> DeviceStorage {
    DeviceStorage(
      notes: repository, sync: repository, history: repository, conflicts: repository, blobs: blobs
    ) {
      () async throws(StoreError) in
      let copy = InMemoryNoteRepository(keepsHistory: false)
      copy.contents = repository.contents
      let files = InMemoryBlobStore(notes: copy)
      for content in blobs.contents.values { files.keep(content) }
      return store(copy, files)
    }
  }
}

/// The store of a device, by ports.
package struct DeviceStorage: Sendable {
  /// The notes.
  package let notes: any NoteRepository
  /// The same notes, for sync.
  package let sync: any SyncStore
  /// The changes of the notes.
  package let history: any NoteHistory
  /// The conflicts.
  package let conflicts: any ConflictStore
  /// The bytes of attachments.
  package let blobs: any BlobStore
  /// Creates an independent store with the same contents.
  package let copy: @Sendable () async throws(StoreError) -> DeviceStorage

  /// Creates a store.
  package init(
    notes: any NoteRepository, sync: any SyncStore, history: any NoteHistory, conflicts: any ConflictStore,
    blobs: any BlobStore, copy: @escaping @Sendable () async throws(StoreError) -> DeviceStorage
  ) {
    self.notes = notes
    self.sync = sync
    self.history = history
    self.conflicts = conflicts
    self.blobs = blobs
    self.copy = copy
  }
}
