import HTTPTypes
import HummingbirdTesting
import NIOCore
import NotesDomain
import NotesHTTPAPI
import NotesHosting
import NotesTestSupport
import Testing

@testable import NotesHTTPServer

/// The requests for blobs, as any client of HTTP makes them.
struct BlobRouteTests {
  private let server: TestServer
  private let path: String

  init() async throws {
    server = try TestServer()
    let vault = server.ada.principal.vault
    try await server.store.write(vault) { try $0.append(SampleBlob.abc.piece(0..<3), at: FixedClock.start) }
    path = APIRoute.blob(SampleBlob.abc.digest, vault).path
  }

  @Test func `a request for the fields only has the length of the blob`() async throws {
    try await server.withClient { client in
      let response = try await client.send(.head, path, as: server.ada)
      #expect(response.status == .ok && response.headers[.contentLength] == "3")
    }
  }

  @Test(arguments: ["bytes=1-", "bytes=-2", "bytes=0-1,2-2", "lines=1-2"])
  func `a range that is not supported is ignored`(range: String) async throws {
    try await server.withClient { client in
      let response = try await client.executeRequest(
        uri: path, method: .get,
        headers: [.authorization: BearerAuthorization.encode(server.ada.token), .range: range], body: nil)
      #expect(response.status == .ok && response.body.readableBytes == 3)
    }
  }
}
