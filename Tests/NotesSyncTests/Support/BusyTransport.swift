import NotesDomain

/// A transport that calls a function before each reply arrives.
struct BusyTransport: SyncTransport {
  let transport: any SyncTransport
  var duringPush: @Sendable () async -> Void = {}
  var duringChanges: @Sendable () async -> Void = {}

  func push(_ batch: PushBatch) async throws(TransportError) -> PushReply {
    let reply = try await transport.push(batch)
    await duringPush()
    return reply
  }

  func changes(_ request: ChangesRequest) async throws(TransportError) -> ChangesReply {
    let reply = try await transport.changes(request)
    await duringChanges()
    return reply
  }
}
