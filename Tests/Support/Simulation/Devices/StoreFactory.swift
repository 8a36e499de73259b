package import NotesDomain
import NotesTestSupport

/// Where the stores of a world come from.
package protocol StoreFactory: Sendable {
  /// An empty store for a device.
  func device() async throws(StoreError) -> DeviceStorage

  /// An empty store for a server.
  func server() async throws(StoreError) -> any ServerStore
}

/// Stores in memory: a history takes less than a millisecond.
package struct InMemoryStoreFactory: StoreFactory {
  /// Creates the source.
  package init() {}

  /// An empty store for a device.
  package func device() async throws(StoreError) -> DeviceStorage {
    let repository = InMemoryNoteRepository(keepsHistory: false)
    return Self.store(repository, InMemoryBlobStore(notes: repository))
  }

  /// An empty store for a server.
  package func server() async throws(StoreError) -> any ServerStore {
    InMemoryServerStore()
  }

  private static func store(_ repository: InMemoryNoteRepository, _ blobs: InMemoryBlobStore) -> DeviceStorage {
    DeviceStorage(notes: repository, sync: repository, conflicts: repository, blobs: blobs) {
      () async throws(StoreError) in
      let copy = InMemoryNoteRepository(keepsHistory: false)
      copy.contents = repository.contents
      let files = InMemoryBlobStore(notes: copy)
      for content in blobs.contents.values { files.keep(content) }
      return store(copy, files)
    }
  }
}

/// What a device keeps, by the ports that look at it.
package struct DeviceStorage: Sendable {
  /// The notes.
  package let notes: any NoteRepository
  /// The same notes, for sync.
  package let sync: any SyncStore
  /// The conflicts.
  package let conflicts: any ConflictStore
  /// The bytes of attachments.
  package let blobs: any BlobStore
  /// Makes another store with the same contents, which goes its own way from then on.
  package let copy: @Sendable () async throws(StoreError) -> DeviceStorage

  /// Creates a store.
  ///
  /// - Parameters:
  ///   - notes: The notes.
  ///   - sync: The same notes, for sync.
  ///   - conflicts: The conflicts.
  ///   - blobs: The bytes of attachments.
  ///   - copy: Makes another store with the same contents.
  package init(
    notes: any NoteRepository, sync: any SyncStore, conflicts: any ConflictStore, blobs: any BlobStore,
    copy: @escaping @Sendable () async throws(StoreError) -> DeviceStorage
  ) {
    self.notes = notes
    self.sync = sync
    self.conflicts = conflicts
    self.blobs = blobs
    self.copy = copy
  }
}
