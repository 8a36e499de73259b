import NotesDomain
import NotesServer

/// What a world has of its server: what it does for devices, and for its operator.
struct ServerRoot: Sendable {
  let service: any SyncService
  let administration: any VaultAdministration
  let blobs: any BlobService
}
