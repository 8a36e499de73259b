package import NotesDomain

/// What a server does for devices.
package struct Services: Sendable {
  /// What it does with notes.
  package let sync: any SyncService
  /// What it does with blobs.
  package let blobs: any BlobService

  /// Creates the services.
  ///
  /// - Parameters:
  ///   - sync: What a server does with notes.
  ///   - blobs: What a server does with blobs.
  package init(sync: any SyncService, blobs: any BlobService) {
    self.sync = sync
    self.blobs = blobs
  }
}
