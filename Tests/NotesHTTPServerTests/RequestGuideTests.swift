import HTTPTypes
import HummingbirdTesting
import NIOCore
import NotesDomain
import NotesHosting
import NotesTestSupport
import Testing
import Wiring

@testable import NotesHTTPServer

/// The code in docs/a-request.md.
struct RequestGuideTests {
  // guide: one thing replaced
  /// A service whose store is locked.
  private struct BusyService: SyncService {
    func push(_ batch: PushBatch, to vault: VaultAccess) async throws(ServiceError) -> PushReply {
      throw .store(.locked(path: "server.sqlite"))
    }

    func changes(
      _ request: ChangesRequest, in vault: VaultAccess, memory: Int
    ) async throws(ServiceError) -> ChangesReply {
      throw .store(.locked(path: "server.sqlite"))
    }
  }

  @Test func `a busy server says when to retry`() async throws {
    let server = try TestServer()
    let target = "/v1/vaults/\(server.ada.vault)/changes?after=0&limit=10"
    let reply = try await server.withClient {
      $0.replace((any SyncService).self, with: BusyService())
    } test: { client in
      try await client.send(.get, target, as: server.ada)
    }
    #expect(reply.status == .serviceUnavailable && reply.headers[.retryAfter] == "5")
    #expect(String(buffer: reply.body) == #"{"error":"unavailable"}"#)
  }
  // end

  // guide: a scope
  @Test func `an object in the scope of a request is created for each`() async throws {
    let server = try TestServer()
    let graph = try await server.graph()
    let ada = try graph.open(.request, with: .sample(of: server.ada))
    let eve = try graph.open(.request, with: .sample(of: server.eve))
    #expect(try ada.resolve(Principal.self) == server.ada.principal)
    #expect(try eve.resolve(Principal.self) == server.eve.principal)
    #expect(throws: ResolutionError.self) { try graph.resolve(Principal.self) }
  }
  // end
}
