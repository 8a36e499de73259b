import NotesDomain

/// All sides of one server.
struct ServerSides: Sendable {
  let service: any SyncService
  let administration: any VaultAdministration
  let blobs: any BlobService
}
