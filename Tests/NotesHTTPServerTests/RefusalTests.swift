import HTTPTypes
import HummingbirdTesting
import NIOCore
import NotesDomain
import NotesTestSupport
import NotesHTTPAPI
import Testing

@testable import NotesHTTPServer

struct RefusalTests {
  @Test func `who has no token is told so, and nothing else`() async throws {
    let server = try TestServer()
    try await server.ask { client in
      let reply = try await client.send(.get, "/v1/vaults/\(server.ada.vault)/changes?after=0&limit=1", as: nil)
      #expect(reply.status == .unauthorized)
      #expect(String(buffer: reply.body) == #"{"error":"unauthorized"}"#)
      #expect(reply.headers[.wwwAuthenticate] == "Bearer")
    }
  }

  @Test func `a path that is not there and a method that does not fit are told apart`() async throws {
    let server = try TestServer()
    try await server.ask { client in
      let missing = try await client.send(.get, "/v1/nothing", as: server.ada)
      #expect(missing.status == .notFound && String(buffer: missing.body) == #"{"error":"not_found"}"#)
      let wrong = try await client.send(.put, "/v1/sign-in", as: nil)
      #expect(wrong.status == .methodNotAllowed && wrong.headers[.allow] == "POST")
    }
  }

  @Test func `compressed bodies, long targets and long bodies are refused`() async throws {
    let server = try TestServer()
    try await server.ask { client in
      let path = "/v1/vaults/\(server.ada.vault)/push"
      let fields: HTTPFields = [.authorization: server.ada.authorization, .contentEncoding: "gzip"]
      let packed = try await client.executeRequest(uri: path, method: .post, headers: fields, body: ByteBuffer())
      #expect(packed.status == .unsupportedMediaType)
      let long = try await client.send(.get, "/v1/" + String(repeating: "x", count: 5000), as: nil)
      #expect(long.status == .uriTooLong)
      let large = try await client.executeRequest(
        uri: path, method: .post, headers: [.authorization: server.ada.authorization],
        body: ByteBuffer(repeating: 32, count: MessageLimits.push + 1))
      #expect(large.status == .contentTooLarge)
    }
  }

  @Test func `a store that fails is no secret, but what it says of itself is`() async throws {
    let server = try TestServer()
    server.store.failure = .failed(path: "/secret/place", detail: "disk on fire")
    try await server.ask { client in
      let reply = try await client.send(
        .get, "/v1/vaults/\(server.ada.vault)/changes?after=0&limit=1", as: server.ada)
      #expect(reply.status == .internalServerError)
      #expect(String(buffer: reply.body) == #"{"error":"failed"}"#)
    }
    #expect(server.log.lines.contains { $0.contains("level=error") && $0.contains("disk on fire") })
    server.store.failure = .locked(path: "/secret/place")
    try await server.ask { client in
      let reply = try await client.send(
        .get, "/v1/vaults/\(server.ada.vault)/changes?after=0&limit=1", as: server.ada)
      #expect(reply.status == .serviceUnavailable)
      #expect(reply.headers[.retryAfter] == "5")
    }
  }
}
