import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@testable import NotesHTTPServer

/// A route answers a request without a port, over the rules of the server and stores in memory.
@Suite struct ExampleRouteTests {
  @Test func `a request without a token is refused`() async throws {
    // Given
    let server = try TestServer()
    // When
    let status = try await server.withClient { client in
      try await client.executeRequest(uri: "/v1/devices", method: .get, headers: [:], body: nil).status
    }
    // Then
    #expect(status == .unauthorized)
  }
}
