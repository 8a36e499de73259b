import HTTPTypes
import Hummingbird
import HummingbirdCore
import HummingbirdTesting
import NIOCore
import NotesDomain
import NotesHTTPAPI
import NotesTestSupport
import Testing

@testable import NotesHTTPServer

struct RefusalTests {
  @Test func `a request without a token is unauthorized, and learns nothing else`() async throws {
    let server = try TestServer()
    try await server.withClient { client in
      let reply = try await client.send(.get, "/v1/vaults/\(server.ada.vault)/changes?after=0&limit=1", as: nil)
      #expect(reply.status == .unauthorized)
      #expect(String(buffer: reply.body) == #"{"error":"unauthorized"}"#)
      #expect(reply.headers[.wwwAuthenticate] == "Bearer")
    }
  }

  @Test func `an unknown path and a wrong method have different statuses`() async throws {
    let server = try TestServer()
    try await server.withClient { client in
      let missing = try await client.send(.get, "/v1/nothing", as: server.ada)
      #expect(missing.status == .notFound && String(buffer: missing.body) == #"{"error":"not_found"}"#)
      let wrong = try await client.send(.put, "/v1/sign-in", as: nil)
      #expect(wrong.status == .methodNotAllowed && wrong.headers[.allow] == "POST")
    }
  }

  @Test func `compressed bodies, long targets and long bodies are rejected`() async throws {
    let server = try TestServer()
    try await server.withClient { client in
      let path = "/v1/vaults/\(server.ada.vault)/push"
      let fields: HTTPFields = [.authorization: server.ada.authorization, .contentEncoding: "gzip"]
      let compressed = try await client.executeRequest(uri: path, method: .post, headers: fields, body: ByteBuffer())
      #expect(compressed.status == .unsupportedMediaType)
      let long = try await client.send(.get, "/v1/" + String(repeating: "x", count: 5000), as: nil)
      #expect(long.status == .uriTooLong)
      let large = try await client.executeRequest(
        uri: path, method: .post, headers: [.authorization: server.ada.authorization],
        body: ByteBuffer(repeating: 32, count: MessageLimits.push + 1))
      #expect(large.status == .contentTooLarge)
    }
  }

  @Test func `a body of another type is rejected, and one without a type is not`() async throws {
    let server = try TestServer()
    try await server.withClient { client in
      let path = "/v1/vaults/\(server.ada.vault)/push"
      var statuses: [HTTPResponse.Status] = []
      for type in ["text/plain", "application/json; charset=utf-8", nil] {
        var fields: HTTPFields = [.authorization: server.ada.authorization]
        fields[.contentType] = type
        let reply = try await client.executeRequest(
          uri: path, method: .post, headers: fields, body: ByteBuffer(string: "{}"))
        statuses.append(reply.status)
      }
      #expect(statuses == [.unsupportedMediaType, .unprocessableContent, .unprocessableContent])
    }
  }

  @Test(
    arguments: [
      (nil, [:]), ("", [:]), ("x", [HTTPField.Name("Host"): "y"]), ("x", [.transferEncoding: "gzip, chunked"]),
      ("x", [.transferEncoding: "identity"]),
    ] as [(String?, [HTTPField.Name?: String])])
  func `a request without one Host, or with a coding beside chunked, is rejected`(
    authority: String?, fields: [HTTPField.Name?: String]
  ) throws {
    var head = HTTPRequest(method: .get, scheme: "http", authority: authority, path: "/healthz")
    for (name, value) in fields { head.headerFields[try #require(name)] = value }
    let request = Request(head: head, body: RequestBody(buffer: ByteBuffer()))
    let error = #expect(throws: RequestFailure.self) { try RequestLimits.check(request) }
    #expect(error?.error.code == .badRequest)
  }

  @Test func `a failing store is reported, and its details are only logged`() async throws {
    let server = try TestServer()
    server.store.failure = .failed(path: "/secret/place", detail: "disk on fire")
    try await server.withClient { client in
      let reply = try await client.send(
        .get, "/v1/vaults/\(server.ada.vault)/changes?after=0&limit=1", as: server.ada)
      #expect(reply.status == .internalServerError)
      #expect(String(buffer: reply.body) == #"{"error":"failed"}"#)
    }
    #expect(server.log.lines.contains { $0.contains("level=error") && $0.contains("disk on fire") })
    server.store.failure = .locked(path: "/secret/place")
    try await server.withClient { client in
      let reply = try await client.send(
        .get, "/v1/vaults/\(server.ada.vault)/changes?after=0&limit=1", as: server.ada)
      #expect(reply.status == .serviceUnavailable)
      #expect(reply.headers[.retryAfter] == "5")
    }
  }

  @Test func `a store that cannot be written is tried again if it is a database, of which another one may take over`()
    async throws
  {
    let server = try TestServer()
    for (path, status) in [("/srv/notes", .internalServerError), ("postgres://db/notes", .serviceUnavailable)]
      as [(String, HTTPResponse.Status)]
    {
      server.store.failure = .readOnly(path: path)
      try await server.withClient { client in
        let reply = try await client.send(
          .get, "/v1/vaults/\(server.ada.vault)/changes?after=0&limit=1", as: server.ada)
        #expect(reply.status == status)
        #expect((reply.headers[.retryAfter] == nil) == (status == .internalServerError))
      }
    }
  }
}
