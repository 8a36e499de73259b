package import NotesDomain

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
