import NotesDomain

/// A transport that refuses every batch with a certain note.
struct RefusingTransport: SyncTransport {
  let transport: any SyncTransport
  let poison: NoteID
  var error = TransportError.refused(detail: "422")

  func push(_ batch: PushBatch) async throws(TransportError) -> PushReply {
    if batch.changes.contains(where: { $0.id == poison }) { throw error }
    return try await transport.push(batch)
  }

  func changes(_ request: ChangesRequest) async throws(TransportError) -> ChangesReply {
    try await transport.changes(request)
  }
}
