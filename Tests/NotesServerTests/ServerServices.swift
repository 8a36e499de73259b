import NotesDomain
import NotesHosting

/// The services of one server.
struct ServerServices: Sendable {
  let service: any SyncService
  let administration: any VaultAdministration
  let blobs: any BlobService
}
