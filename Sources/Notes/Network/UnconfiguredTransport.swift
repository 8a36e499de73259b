import NotesDomain
import WiringMacros

/// The network of who has not chosen any, or wants none.
@Component(scope: .singleton)
struct UnconfiguredTransport: SyncTransport {
  func push(_ batch: PushBatch) async throws(TransportError) -> PushReply { throw .notConfigured }

  func changes(_ request: ChangesRequest) async throws(TransportError) -> ChangesReply { throw .notConfigured }
}
