import NotesDomain
import Synchronization

/// A transport that refuses the first batch, after calling a function.
final class RefusingFirstBatch: SyncTransport {
  private let transport: any SyncTransport
  private let meanwhile: @Sendable () async -> Void
  private let hasRefused = Mutex(false)

  init(transport: any SyncTransport, meanwhile: @escaping @Sendable () async -> Void) {
    (self.transport, self.meanwhile) = (transport, meanwhile)
  }

  func push(_ batch: PushBatch) async throws(TransportError) -> PushReply {
    let isFirst = hasRefused.withLock { hasRefused in
      defer { hasRefused = true }
      return !hasRefused
    }
    guard isFirst else { return try await transport.push(batch) }
    await meanwhile()
    throw .refused(detail: "422")
  }

  func changes(_ request: ChangesRequest) async throws(TransportError) -> ChangesReply {
    try await transport.changes(request)
  }
}
