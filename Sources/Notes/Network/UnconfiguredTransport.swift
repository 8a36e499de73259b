import NotesDomain

/// The network of who has not chosen any.
struct UnconfiguredTransport: SyncTransport {
  func push(_ batch: PushBatch) async throws(TransportError) -> PushReply { throw .notConfigured }

  func changes(_ request: ChangesRequest) async throws(TransportError) -> ChangesReply { throw .notConfigured }
}
