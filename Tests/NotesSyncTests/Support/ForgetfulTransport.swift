import NotesDomain
import Synchronization

/// A network that loses answers to batches on the way back.
final class ForgetfulTransport: SyncTransport {
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
