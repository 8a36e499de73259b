import NotesDomain

/// A transport that calls a function before each request is sent, or before its reply arrives.
struct BusyTransport: SyncTransport {
  let transport: any SyncTransport
  var beforeChanges: @Sendable () async -> Void = {}
  var duringPush: @Sendable () async -> Void = {}
  var duringChanges: @Sendable () async -> Void = {}

  func push(_ batch: PushBatch) async throws(TransportError) -> PushReply {
    let reply = try await transport.push(batch)
    await duringPush()
    return reply
  }

  func changes(_ request: ChangesRequest) async throws(TransportError) -> ChangesReply {
    await beforeChanges()
    let reply = try await transport.changes(request)
    await duringChanges()
    return reply
  }
}
