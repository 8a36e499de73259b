package import NotesDomain
import NotesTestSupport

/// Stores in memory: a history takes less than a millisecond.
package struct StoresInMemory: Stores {
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
