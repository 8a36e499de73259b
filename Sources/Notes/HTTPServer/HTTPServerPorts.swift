import NotesDomain

/// What a server serves: the ports behind its routes, handed from the program's graph to the server's own.
struct HTTPServerPorts: Sendable {
  let sync: any SyncService
  let accounts: any AccountService
  let watching: any WatchService
  let blobs: any BlobService
  let vaults: any VaultAdministration
  let randomness: any Randomness
  let clock: any MonotonicClock
  let times: any WallClock
}
