import HTTPTypes
import HummingbirdTesting
import NIOCore
import NotesDomain
import NotesHTTPAPI
import NotesHosting
import NotesTestSupport
import Testing
import Wiring

@testable import NotesHTTPServer

/// Each route, requested by each kind of client that is not entitled.
struct TenantIsolationTests {
  enum Stranger: CaseIterable {
    case noToken, malformed, otherScheme, unknown, revoked
  }

  private let digest = BlobDigest(bytes: [UInt8](repeating: 7, count: 32))

  @Test func `each endpoint has one route`() async throws {
    let graph = try await TestServer().graph()
    #expect(
      graph.root.routes.map(\.endpoint).sorted { "\($0)" < "\($1)" }
        == APIEndpoint.allCases.sorted { "\($0)" < "\($1)" })
  }

  @Test(arguments: APIEndpoint.allCases.filter(\.needsToken), Stranger.allCases)
  func `a request without a valid token is unauthorized`(endpoint: APIEndpoint, stranger: Stranger) async throws {
    let server = try TestServer()
    let route = endpoint.route(of: server.ada, digest: try #require(digest))
    if stranger == .revoked {
      try await server.accounts.revoke(server.ada.principal.device, for: server.ada.principal, from: "p")
    }
    var fields: HTTPFields = [:]
    fields[.authorization] =
      switch stranger {
      case .noToken: nil
      case .malformed: "Bearer notes_123"
      case .otherScheme: "Basic YWRhOmNvcnJlY3QgaG9yc2U="
      case .unknown: BearerAuthorization.encode(DeviceToken(using: SeededRandomness(seed: 99)))
      case .revoked: server.ada.authorization
      }
    try await server.withClient { [fields] client in
      let reply = try await client.executeRequest(
        uri: route.path + endpoint.query, method: try #require(HTTPRequest.Method(endpoint.method.rawValue)),
        headers: fields, body: ByteBuffer())
      #expect(reply.status == .unauthorized)
      #expect(String(buffer: reply.body) == (endpoint.method == .head ? "" : #"{"error":"unauthorized"}"#))
    }
  }

  @Test(arguments: APIEndpoint.allCases.filter(\.needsToken))
  func `another account's data looks like missing data`(endpoint: APIEndpoint) async throws {
    let server = try TestServer()
    let absent = try Tenant("absent", seed: 3)
    let digest = try #require(digest)
    let method = try #require(HTTPRequest.Method(endpoint.method.rawValue))
    let before = try await server.accounts.devices(of: server.ada.principal)
    try await server.withClient { client in
      // Given
      _ = try await client.send(.get, "/v1/vaults/\(server.ada.vault)/changes?after=0&limit=1", as: server.ada)
      func response(to tenant: Tenant) async throws -> (HTTPResponse.Status, String) {
        let target = endpoint.route(of: tenant, digest: digest).path + endpoint.query
        let reply = try await client.send(method, target, as: server.eve, body: [])
        return (reply.status, String(buffer: reply.body))
      }
      // When
      let (foreign, missing) = (try await response(to: server.ada), try await response(to: absent))
      // Then
      #expect(foreign == missing)
      // The paths of these two name no data.
      if endpoint != .devices, endpoint != .password { #expect(foreign.0 == .notFound) }
      #expect(!foreign.1.contains("ada"))
    }
    #expect(try await server.accounts.devices(of: server.ada.principal) == before)
  }
}
