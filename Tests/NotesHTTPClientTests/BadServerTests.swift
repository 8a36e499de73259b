import NotesDomain
import NotesTestSupport
import Testing

@testable import NotesHTTPClient

/// Servers with invalid, slow or endless responses.
@Suite struct BadServerTests {
  private static let page = #"{"changes":[],"head":4,"more":false}"#

  static let responses: [(String, [UInt8], TransportError)] = [
    ("not HTTP", Array("SSH-2.0-OpenSSH_9.2\r\n".utf8), .undecodable(detail: "not an HTTP response, or cut off")),
    (
      "a page for people", HTTPText.response(type: "text/html", "<html>Welcome!</html>"),
      .misaddressed(detail: "the response is not application/json")
    ),
    (
      "no type", HTTPText.response(type: nil, page),
      .misaddressed(detail: "the response is not application/json")
    ),
    (
      "compressed", HTTPText.response(fields: ["Content-Encoding: gzip"], page),
      .undecodable(detail: "unexpected Content-Encoding header")
    ),
    ("no JSON", HTTPText.json("{"), .undecodable(detail: "expected a member name, at byte 1")),
    (
      "the status of another response", HTTPText.response("409 Conflict", page),
      .undecodable(detail: "status 409 does not match the response")
    ),
    (
      "the response of another status", HTTPText.json(#"{"error":"resync"}"#),
      .undecodable(detail: "status 200 does not match the response")
    ),
    (
      "a status that HTTP does not have", HTTPText.response("099 Odd", page),
      .undecodable(detail: "not an HTTP response, or cut off")
    ),
    (
      "the lowest status", HTTPText.response("000 Odd", ""), .undecodable(detail: "not an HTTP response, or cut off")
    ),
    ("a strange status", HTTPText.response("206 Partial", page), .undecodable(detail: "an unexpected status 206")),
    ("unauthorized", HTTPText.response("401 Unauthorized", #"{"error":"unauthorized"}"#), .unauthorized),
    (
      "a proxy's 401", HTTPText.response("401 Unauthorized", type: "text/html", "<html>"),
      .misaddressed(detail: "status 401")
    ),
    (
      "no such vault", HTTPText.response("404 Not Found", #"{"error":"not_found"}"#),
      .misaddressed(detail: "not_found")
    ),
    (
      "no such page", HTTPText.response("404 Not Found", type: "text/html", "<html>"),
      .misaddressed(detail: "status 404")
    ),
    (
      "a proxy's 403", HTTPText.response("403 Forbidden", #"{"message":"Forbidden"}"#),
      .misaddressed(detail: "status 403")
    ),
    (
      "an error of another status", HTTPText.response("404 Not Found", #"{"error":"too_large"}"#),
      .misaddressed(detail: "status 404")
    ),
    (
      "a field that this program never sends", HTTPText.response("431 Large", #"{"error":"long_fields"}"#),
      .undecodable(detail: "an unexpected long_fields")
    ),
    (
      "malformed", HTTPText.response("422 Unprocessable", #"{"detail":"'limit' is invalid","error":"malformed"}"#),
      .refused(detail: "malformed: 'limit' is invalid")
    ),
    ("too large", HTTPText.response("413 Too Large", #"{"error":"too_large"}"#), .refused(detail: "too_large")),
    ("a proxy's 413", HTTPText.response("413 Too Large", type: "text/html", ""), .misaddressed(detail: "status 413")),
    (
      "another protocol", HTTPText.response("422 Unprocessable", #"{"error":"unsupported_protocol","protocol":2}"#),
      .unsupportedProtocol(found: 2, supported: 1)
    ),
    ("too many", HTTPText.response("429 Slow Down", fields: ["Retry-After: 7"]), .rateLimited(retryAfter: .seconds(7))),
    (
      "too many until a date",
      HTTPText.response("429 Slow Down", fields: ["Retry-After: Wed, 21 Oct 2026 07:28:00 GMT"]),
      .rateLimited(retryAfter: nil)
    ),
    (
      "unavailable", HTTPText.response("503 Busy", fields: ["Retry-After: 5"], #"{"error":"unavailable"}"#),
      .unavailable(detail: "unavailable", retryAfter: .seconds(5))
    ),
    (
      "a proxy without a server", HTTPText.response("502 Bad Gateway", type: "text/html", "<html>"),
      .unavailable(detail: "status 502", retryAfter: nil)
    ),
    (
      "an unknown error", HTTPText.response("500 Oops", #"{"error":"teapot"}"#),
      .unavailable(detail: "status 500", retryAfter: nil)
    ),
  ]

  @Test(arguments: responses.indices)
  func `every bad response has its error`(index: Int) async throws {
    let (name, response, expected) = Self.responses[index]
    try await RawServer.run(response) { server async throws in
      let device = try HTTPDevice(port: server.port)
      let failure = try await device.failure()
      #expect(failure == expected, "\(name)")
      #expect(!"\(String(reflecting: failure))".contains(device.credentials.token.text))
    }
  }

  @Test(arguments: [
    ("https://evil.example/v1?x=secret", "evil.example"), ("//evil.example:8443/", "evil.example:8443"),
    ("https://user:secret@evil.example", "evil.example"), ("/elsewhere?secret", "another path"),
    ("http://", "another address"), ("https://user:secret@\u{301}evil.example", "\u{301}evil.example"),
  ])
  func `redirects are not followed`(location: String, target: String) async throws {
    for status in ["301 Moved", "302 Found", "307 Temporary", "308 Permanent"] {
      try await RawServer.run(HTTPText.response(status, type: nil, fields: ["Location: \(location)"])) {
        server async throws in
        let device = try HTTPDevice(port: server.port)
        let failure = try await device.failure()
        #expect(failure == .misaddressed(detail: "127.0.0.1 redirects to \(target), which notesctl does not follow"))
        #expect(server.requests.count == 1)
      }
    }
  }

  @Test func `an endless response ends at its limit`() async throws {
    let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
    let chunk = "1000\r\n\(String(repeating: " ", count: 4096))\r\n"
    try await RawServer.run(
      Array((head + "Transfer-Encoding: chunked\r\n\r\n").utf8), then: .repeating(Array(chunk.utf8))
    ) { server async throws in
      let device = try HTTPDevice(port: server.port)
      await #expect(throws: TransportError.oversized(limit: 1_000_000)) { try await device.listen() }
    }
    try await RawServer.run(Array((head + "Content-Length: 99999999999\r\n\r\n").utf8), then: .hold) {
      server async throws in
      let device = try HTTPDevice(port: server.port)
      await #expect(throws: TransportError.oversized(limit: 32_000_000)) { try await device.changes() }
    }
  }

  @Test func `endless header fields are an error`() async throws {
    let field = "X-Padding: \(String(repeating: "x", count: 1000))\r\n"
    try await RawServer.run(Array("HTTP/1.1 200 OK\r\n".utf8), then: .repeating(Array(field.utf8))) {
      server async throws in
      #expect(try await HTTPDevice(port: server.port).failure() != nil)
    }
  }

  @Test func `a server that does not respond, or stops in the middle, times out`() async throws {
    var settings = HTTPDevice.settings
    settings.idleTimeout = .milliseconds(50)
    for response in [[], Array(HTTPText.json(Self.page).dropLast())] {
      try await RawServer.run(response, then: .hold) { server async throws in
        let device = try HTTPDevice(port: server.port, settings)
        let failure = try await device.failure()
        #expect(failure == .unreachable(detail: "127.0.0.1 took too long to respond"))
      }
    }
  }

  @Test func `a response that never ends times out`() async throws {
    var settings = HTTPDevice.settings
    settings.responseTimeout = .milliseconds(50)
    settings.minimumBytesPerSecond = 1_000_000_000
    let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
    try await RawServer.run(Array(head.utf8), then: .repeating(Array("1\r\n \r\n".utf8))) { server async throws in
      let device = try HTTPDevice(port: server.port, settings)
      let failure = try await device.failure()
      #expect(failure == .unreachable(detail: "the response was too slow"))
    }
  }

  @Test func `a reset connection is an error`() async throws {
    for response in [[], Array(HTTPText.json(Self.page).dropLast(10))] {
      try await RawServer.run(response, then: .reset) { server async throws in
        let device = try HTTPDevice(port: server.port)
        let failure = try await device.failure()
        #expect(failure == .unreachable(detail: "127.0.0.1 closed the connection"))
      }
    }
  }

  @Test func `a refused connection is reported`() async throws {
    var device: HTTPDevice?
    try await RawServer.run { server async throws in device = try HTTPDevice(port: server.port) }
    let server = try #require(device).credentials.server
    #expect(try await device?.failure() == .unreachable(detail: "connection refused at \(server)"))
  }

  @Test func `a cancelled request ends`() async throws {
    try await RawServer.run([], then: .hold) { server async throws in
      let device = try HTTPDevice(port: server.port)
      let task = Task { try await device.failure() }
      await server.awaitRequest()
      task.cancel()
      #expect(try await task.value == .unreachable(detail: "the request was cancelled"))
    }
  }

  @Test func `a piece of a blob must be the requested one`() async throws {
    let fields = [
      ["Content-Range: bytes 0-3/90"], ["Content-Range: bytes 1-5/90"], ["Content-Range: bytes 1-4/4"], [],
      ["Content-Range: bytes */0"], ["Content-Range: bytes 1-4/90", "Content-Range: bytes 1-4/90"],
    ]
    for fields in fields {
      let response = HTTPText.response("206 Partial", type: "application/octet-stream", fields: fields, "read")
      try await RawServer.run(response) { server async throws in
        let device = try HTTPDevice(port: server.port)
        await #expect(throws: TransportError.undecodable(detail: "the response has another range than requested")) {
          try await device.transport.piece(of: .of([1]), from: 1, limit: 4)
        }
      }
    }
  }

  @Test(arguments: [
    ("422 Unprocessable", #"{"error":"mismatch"}"#, BlobUploadReply.mismatch),
    ("413 Too Large", #"{"error":"too_large"}"#, .refused(.tooLarge)),
    ("507 Full", #"{"error":"over_quota"}"#, .refused(.overQuota)),
    ("200 OK", #"{"received":1,"size":1}"#, .progress(BlobProgress(received: 1, size: 1))),
  ])
  func `the fate of a piece and an error of its request are told apart`(
    status: String, body: String, reply: BlobUploadReply
  ) async throws {
    try await RawServer.run(HTTPText.response(status, body)) { server async throws in
      let device = try HTTPDevice(port: server.port)
      let piece = BlobPiece(of: [1])
      #expect(try await device.transport.send(piece) == reply)
      server.respond(with: HTTPText.response("422 Unprocessable", #"{"error":"malformed"}"#))
      await #expect(throws: TransportError.refused(detail: "malformed")) { try await device.transport.send(piece) }
    }
  }

  @Test(arguments: ["403 Forbidden", "404 Not Found", "413 Too Large", "200 OK"])
  func `what another program answers is no answer about a note, a file or an account`(status: String) async throws {
    // Given
    try await RawServer.run(HTTPText.response(status, type: "text/html", "<html>")) { server async throws in
      let device = try HTTPDevice(port: server.port)
      let piece = BlobPiece(of: [1])
      let batch = PushBatch(epoch: Epoch(bits: 1), device: DeviceID(bits: 2), number: 3, changes: [])
      let sent: [() async throws -> Void] = [
        { _ = try await device.transport.push(batch) }, { _ = try await device.transport.send(piece) },
        { _ = try await device.transport.piece(of: piece.digest, from: 0, limit: 100) },
        { _ = try await device.changes() },
      ]
      for send in sent {
        // When
        let error = await #expect(throws: TransportError.self) { try await send() }
        // Then
        guard case .misaddressed? = error else {
          Issue.record("\(String(describing: error))")
          continue
        }
      }
    }
  }

  @Test func `only the server says that it does not have a file`() async throws {
    try await RawServer.run(HTTPText.response("404 Not Found")) { server async throws in
      let device = try HTTPDevice(port: server.port)
      #expect(try await device.transport.progress(of: .of([1])) == nil)
      server.respond(with: HTTPText.response("404 Not Found", type: "text/html"))
      await #expect(throws: TransportError.misaddressed(detail: "status 404")) {
        try await device.transport.progress(of: .of([1]))
      }
    }
  }

  @Test func `only the server says that a password is wrong`() async throws {
    let password = try #require(Password("correct horse"))
    try await RawServer.run(HTTPText.response("401 Unauthorized", #"{"error":"bad_credentials"}"#)) {
      server async throws in
      let device = try HTTPDevice(port: server.port)
      let known = device.credentials
      let request = SignInRequest(name: known.account, password: password, label: "laptop")
      await #expect(throws: AccountClientError.badCredentials) {
        try await device.accounts.signIn(request, at: known.server)
      }
      server.respond(with: HTTPText.response("401 Unauthorized", type: "text/html", "<html>"))
      await #expect(throws: AccountClientError.transport(.misaddressed(detail: "status 401"))) {
        try await device.accounts.signIn(request, at: known.server)
      }
    }
  }
}
