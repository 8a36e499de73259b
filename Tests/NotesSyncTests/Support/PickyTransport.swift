import NotesDomain

/// A server that refuses every request in which one note occurs.
struct PickyTransport: SyncTransport {
  let transport: any SyncTransport
  let poison: NoteID

  func push(_ batch: PushBatch) async throws(TransportError) -> PushReply {
    if batch.changes.contains(where: { $0.id == poison }) { throw .refused(detail: "422") }
    return try await transport.push(batch)
  }

  func changes(_ request: ChangesRequest) async throws(TransportError) -> ChangesReply {
    try await transport.changes(request)
  }
}
