import HTTPTypes
import HummingbirdTesting
import NIOCore
import NotesDomain
import NotesTestSupport
import NotesHTTPAPI
import Testing
import Wiring

@testable import NotesHTTPServer

/// Each kind of request, sent by each kind of stranger.
struct TenantIsolationTests {
  enum Stranger: CaseIterable {
    case nobody, malformed, otherScheme, unknown, revoked
  }

  private let digest = BlobDigest(bytes: [UInt8](repeating: 7, count: 32))

  @Test func `there is a route for each kind of request, and for nothing else`() async throws {
    let graph = try await TestServer().graph()
    #expect(
      graph.root.routes.map(\.endpoint).sorted { "\($0)" < "\($1)" }
        == APIEndpoint.allCases.sorted { "\($0)" < "\($1)" })
  }

  @Test(arguments: APIEndpoint.allCases.filter(\.needsToken), Stranger.allCases)
  func `a stranger is told that they are one`(endpoint: APIEndpoint, stranger: Stranger) async throws {
    let server = try TestServer()
    let route = endpoint.route(of: server.ada, digest: try #require(digest))
    if stranger == .revoked { try await server.accounts.revoke(server.ada.principal.device, for: server.ada.principal) }
    var fields: HTTPFields = [:]
    fields[.authorization] =
      switch stranger {
      case .nobody: nil
      case .malformed: "Bearer notes_123"
      case .otherScheme: "Basic YWRhOmNvcnJlY3QgaG9yc2U="
      case .unknown: BearerAuthorization.encode(DeviceToken(drawnFrom: SeededRandomness(seed: 99)))
      case .revoked: server.ada.authorization
      }
    try await server.ask { [fields] client in
      let reply = try await client.executeRequest(
        uri: route.path + endpoint.query, method: try #require(HTTPRequest.Method(endpoint.method.rawValue)),
        headers: fields, body: ByteBuffer())
      #expect(reply.status == .unauthorized)
      #expect(String(buffer: reply.body) == (endpoint.method == .head ? "" : #"{"error":"unauthorized"}"#))
    }
  }

  @Test(arguments: APIEndpoint.allCases.filter(\.needsToken))
  func `what belongs to another looks like what is not there`(endpoint: APIEndpoint) async throws {
    let server = try TestServer()
    let nobody = try Tenant("nobody", seed: 3)
    let digest = try #require(digest)
    let method = try #require(HTTPRequest.Method(endpoint.method.rawValue))
    let before = try await server.accounts.devices(of: server.ada.principal)
    try await server.ask { client in
      // Given
      _ = try await client.send(.get, "/v1/vaults/\(server.ada.vault)/changes?after=0&limit=1", as: server.ada)
      func answer(of tenant: Tenant) async throws -> (HTTPResponse.Status, String) {
        let target = endpoint.route(of: tenant, digest: digest).path + endpoint.query
        let reply = try await client.send(method, target, as: server.eve, body: [])
        return (reply.status, String(buffer: reply.body))
      }
      // When
      let (foreign, missing) = (try await answer(of: server.ada), try await answer(of: nobody))
      // Then
      #expect(foreign == missing)
      if endpoint != .devices { #expect(foreign.0 == .notFound) }
      #expect(!foreign.1.contains("ada"))
    }
    #expect(try await server.accounts.devices(of: server.ada.principal) == before)
  }
}
