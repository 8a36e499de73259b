import NotesDomain
import Synchronization

/// A transport that loses the first replies to batches.
final class ReplyLosingTransport: SyncTransport {
  private let transport: any SyncTransport
  private let losses: Mutex<Int>

  init(_ transport: any SyncTransport, losing count: Int) {
    self.transport = transport
    losses = Mutex(count)
  }

  func push(_ batch: PushBatch) async throws(TransportError) -> PushReply {
    let reply = try await transport.push(batch)
    let isLost = losses.withLock { losses in
      losses -= 1
      return losses >= 0
    }
    if isLost { throw .unreachable(detail: "lost") }
    return reply
  }

  func changes(_ request: ChangesRequest) async throws(TransportError) -> ChangesReply {
    try await transport.changes(request)
  }
}
