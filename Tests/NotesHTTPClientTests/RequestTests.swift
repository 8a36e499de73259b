import NotesDomain
import NotesHTTPAPI
import NotesTestSupport
import Testing

@testable import NotesHTTPClient

/// The requests of a device.
@Suite struct RequestTests {
  @Test func `a request has the token in its header, and no secret in its URL`() async throws {
    try await RawServer.run(HTTPText.json(#"{"changes":[],"head":4,"more":false}"#)) { server async throws in
      let device = try HTTPDevice(port: server.port)
      #expect(try await device.changes() == .page(ChangesPage(head: Revision(4), items: [], hasMore: false)))
      let request = try #require(server.requests.first)
      let lines = request.split(separator: "\r\n")
      let query = "after=4&epoch=00000000000000000000000000000001&limit=9"
      #expect(lines.first == "GET /notes/v1/vaults/ada/changes?\(query) HTTP/1.1")
      #expect(lines.contains("Authorization: Bearer \(device.credentials.token.text)"))
      #expect(lines.contains("User-Agent: notesctl/test"))
      #expect(lines.contains("Accept-Encoding: identity"))
      #expect(lines.contains { $0.lowercased() == "host: 127.0.0.1:\(server.port)" })
    }
  }

  @Test func `a batch is sent as JSON with its length`() async throws {
    let batch = PushBatch(epoch: Epoch(bits: 1), device: DeviceID(bits: 2), number: 3, changes: [])
    try await RawServer.run(HTTPText.json(#"{"n":3,"results":[]}"#)) { server async throws in
      let device = try HTTPDevice(port: server.port)
      #expect(try await device.transport.push(batch) == .results([]))
      let request = try #require(server.requests.first)
      #expect(request.hasPrefix("POST /notes/v1/vaults/ada/push HTTP/1.1\r\n"))
      #expect(request.contains("Content-Type: application/json\r\n"))
      #expect(request.hasSuffix(String(decoding: MessageFormat.encode(batch), as: UTF8.self)))
    }
  }

  @Test func `a password is only in the body, and is sent once`() async throws {
    let password = try #require(Password("correct horse"))
    try await RawServer.run(HTTPText.response("503 Busy", #"{"error":"unavailable"}"#)) { server async throws in
      let device = try HTTPDevice(port: server.port)
      let request = SignInRequest(name: device.credentials.account, password: password, label: "laptop")
      await #expect(
        throws: AccountClientError.transport(.unavailable(detail: "unavailable", retryAfter: nil))
      ) { try await device.accounts.signIn(request, at: device.credentials.server) }
      #expect(server.requests.count == 1 && device.clock.pauses.isEmpty)
      let heard = try #require(server.requests.first)
      let head = try #require(heard.firstRange(of: "\r\n\r\n"))
      #expect(!heard[..<head.lowerBound].contains("horse") && !heard.contains("Authorization"))
    }
  }

  @Test func `a list of devices is retried a few times`() async throws {
    try await RawServer.run(HTTPText.response("503 Busy", fields: ["Retry-After: 2"])) { server async throws in
      let device = try HTTPDevice(port: server.port)
      await #expect(throws: AccountClientError.self) { try await device.accounts.devices(device.credentials) }
      #expect(server.requests.count == 3)
      #expect(device.clock.pauses.count == 2 && device.clock.pauses.allSatisfy { .seconds(2)...(.seconds(3)) ~= $0 })
      server.respond(with: HTTPText.response("503 Busy", fields: ["Retry-After: 3600"]))
      await #expect(throws: AccountClientError.self) { try await device.accounts.devices(device.credentials) }
      #expect(server.requests.count == 4)
    }
  }

  @Test func `a device that has not signed in sends no request`() async throws {
    let connections = HTTPClientPool(settings: HTTPDevice.settings)
    let store = InMemoryCredentialStore()
    let transport = HTTPTransport(
      client: APIClient(connections: connections, settings: HTTPDevice.settings), credentials: store)
    let digest = BlobDigest.of([1])
    await #expect(throws: TransportError.notConfigured) { try await transport.progress(of: digest) }
    store.failure = .exposed(path: "/credentials", mode: 0o644)
    await #expect(throws: TransportError.credentials(.exposed(path: "/credentials", mode: 0o644))) {
      try await transport.progress(of: digest)
    }
  }
}
