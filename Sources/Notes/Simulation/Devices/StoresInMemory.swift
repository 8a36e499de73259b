package import NotesDomain
import NotesTestSupport

/// Stores in memory: a history takes less than a millisecond.
package struct StoresInMemory: Stores {
  /// Creates the source.
  package init() {}

  /// An empty store for a device.
  package func device() async throws(StoreError) -> DeviceStorage {
    Self.store(InMemoryNoteRepository(keepsHistory: false))
  }

  /// An empty store for a server.
  package func server() async throws(StoreError) -> any ServerStore {
    InMemoryServerStore()
  }

  private static func store(_ repository: InMemoryNoteRepository) -> DeviceStorage {
    DeviceStorage(notes: repository, sync: repository, conflicts: repository) { () async throws(StoreError) in
      let copy = InMemoryNoteRepository(keepsHistory: false)
      copy.contents = repository.contents
      return store(copy)
    }
  }
}
