import NotesDomain
import NotesTestSupport
import Testing

@testable import NotesHTTPClient

/// Servers that are none, or not at their best.
@Suite struct BadServerTests {
  private static let page = #"{"changes":[],"head":4,"more":false}"#

  static let answers: [(String, [UInt8], TransportError)] = [
    ("not HTTP", Array("SSH-2.0-OpenSSH_9.2\r\n".utf8), .undecodable(detail: "it is no answer of HTTP, or cut off")),
    (
      "a page for people", HTTPText.answer(type: "text/html", "<html>Welcome!</html>"),
      .undecodable(detail: "the answer is no application/json; is there a server for notes at this address?")
    ),
    (
      "no type", HTTPText.answer(type: nil, page),
      .undecodable(detail: "the answer is no application/json; is there a server for notes at this address?")
    ),
    (
      "compressed", HTTPText.answer(fields: ["Content-Encoding: gzip"], page),
      .undecodable(detail: "the answer is compressed, which was not asked for")
    ),
    ("no JSON", HTTPText.json("{"), .undecodable(detail: "no name of a member, at byte 1")),
    (
      "the status of another answer", HTTPText.answer("409 Conflict", page),
      .undecodable(detail: "the status 409 belongs to another answer")
    ),
    (
      "the answer of another status", HTTPText.json(#"{"error":"resync"}"#),
      .undecodable(detail: "the status 200 belongs to another answer")
    ),
    ("a strange status", HTTPText.answer("206 Partial", page), .undecodable(detail: "an unexpected status 206")),
    ("unauthorized", HTTPText.answer("401 Unauthorized", #"{"error":"unauthorized"}"#), .unauthorized),
    ("a proxy's 401", HTTPText.answer("401 Unauthorized", type: "text/html", "<html>"), .unauthorized),
    (
      "no such vault", HTTPText.answer("404 Not Found", #"{"error":"not_found"}"#), .refused(detail: "not_found")
    ),
    (
      "no such page", HTTPText.answer("404 Not Found", type: "text/html", "<html>"),
      .refused(detail: "there is no server for notes at this address (status 404)")
    ),
    (
      "malformed", HTTPText.answer("422 Unprocessable", #"{"detail":"'limit' is none","error":"malformed"}"#),
      .refused(detail: "malformed: 'limit' is none")
    ),
    ("too large", HTTPText.answer("413 Too Large", type: "text/html", ""), .refused(detail: "status 413")),
    (
      "another protocol", HTTPText.answer("422 Unprocessable", #"{"error":"unsupported_protocol","protocol":2}"#),
      .unsupportedProtocol(found: 2, supported: 1)
    ),
    ("too many", HTTPText.answer("429 Slow Down", fields: ["Retry-After: 7"]), .rateLimited(retryAfter: 7000)),
    (
      "too many until a date",
      HTTPText.answer("429 Slow Down", fields: ["Retry-After: Wed, 21 Oct 2026 07:28:00 GMT"]),
      .rateLimited(retryAfter: nil)
    ),
    (
      "unavailable", HTTPText.answer("503 Busy", fields: ["Retry-After: 5"], #"{"error":"unavailable"}"#),
      .unavailable(detail: "unavailable", retryAfter: 5000)
    ),
    (
      "a proxy without a server", HTTPText.answer("502 Bad Gateway", type: "text/html", "<html>"),
      .unavailable(detail: "status 502", retryAfter: nil)
    ),
    (
      "an unknown error", HTTPText.answer("500 Oops", #"{"error":"teapot"}"#),
      .unavailable(detail: "status 500", retryAfter: nil)
    ),
  ]

  @Test(arguments: answers.indices)
  func `an answer is understood as what it is`(index: Int) async throws {
    let (name, answer, expected) = Self.answers[index]
    try await RawServer.run(answer) { server async throws in
      let device = try HTTPDevice(port: server.port)
      let failure = try await device.failure()
      #expect(failure == expected, "\(name)")
      #expect(!"\(String(reflecting: failure))".contains(device.credentials.token.text))
    }
  }

  @Test(arguments: [
    ("https://evil.example/v1?x=secret", "evil.example"), ("//evil.example:8443/", "evil.example:8443"),
    ("https://user:secret@evil.example", "evil.example"), ("/elsewhere?secret", "another path"),
    ("http://", "another address"),
  ])
  func `nobody is followed anywhere`(location: String, target: String) async throws {
    for status in ["301 Moved", "302 Found", "307 Temporary", "308 Permanent"] {
      try await RawServer.run(HTTPText.answer(status, type: nil, fields: ["Location: \(location)"])) {
        server async throws in
        let device = try HTTPDevice(port: server.port)
        let failure = try await device.failure()
        #expect(failure == .refused(detail: "127.0.0.1 sends to \(target), and notesctl follows nobody"))
        #expect(server.requests.count == 1)
      }
    }
  }

  @Test func `an answer without end ends at its limit`() async throws {
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

  @Test func `fields without end end too`() async throws {
    let field = "X-Padding: \(String(repeating: "x", count: 1000))\r\n"
    try await RawServer.run(Array("HTTP/1.1 200 OK\r\n".utf8), then: .repeating(Array(field.utf8))) {
      server async throws in
      #expect(try await HTTPDevice(port: server.port).failure() != nil)
    }
  }

  @Test func `a server that does not answer, or stops in the middle, is not waited for`() async throws {
    var settings = HTTPDevice.settings
    settings.idleTimeout = 50
    for answer in [[], Array(HTTPText.json(Self.page).dropLast())] {
      try await RawServer.run(answer, then: .hold) { server async throws in
        let device = try HTTPDevice(port: server.port, settings)
        let failure = try await device.failure()
        #expect(failure == .unreachable(detail: "127.0.0.1 took too long to answer"))
      }
    }
  }

  @Test func `a server that never comes to an end is not waited for`() async throws {
    var settings = HTTPDevice.settings
    settings.responseTimeout = 50
    settings.minimumBytesPerSecond = 1_000_000_000
    let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
    try await RawServer.run(Array(head.utf8), then: .repeating(Array("1\r\n \r\n".utf8))) { server async throws in
      let device = try HTTPDevice(port: server.port, settings)
      let failure = try await device.failure()
      #expect(failure == .unreachable(detail: "the answer came too slowly"))
    }
  }

  @Test func `a connection that is torn down is an error`() async throws {
    for answer in [[], Array(HTTPText.json(Self.page).dropLast(10))] {
      try await RawServer.run(answer, then: .reset) { server async throws in
        let device = try HTTPDevice(port: server.port)
        let failure = try await device.failure()
        #expect(failure == .unreachable(detail: "127.0.0.1 closed the connection"))
      }
    }
  }

  @Test func `where nobody listens, that is said`() async throws {
    var device: HTTPDevice?
    try await RawServer.run { server async throws in device = try HTTPDevice(port: server.port) }
    let server = try #require(device).credentials.server
    #expect(try await device?.failure() == .unreachable(detail: "nobody listens at \(server)"))
  }

  @Test func `a request that nobody waits for any more is given up`() async throws {
    try await RawServer.run([], then: .hold) { server async throws in
      let device = try HTTPDevice(port: server.port)
      let task = Task { try await device.failure() }
      await server.awaitRequest()
      task.cancel()
      #expect(try await task.value == .unreachable(detail: "the request was given up"))
    }
  }

  @Test func `a piece of a blob must be the one that was asked for`() async throws {
    let fields = [
      ["Content-Range: bytes 0-3/90"], ["Content-Range: bytes 1-5/90"], ["Content-Range: bytes 1-4/4"], [],
      ["Content-Range: bytes */0"], ["Content-Range: bytes 1-4/90", "Content-Range: bytes 1-4/90"],
    ]
    for fields in fields {
      let answer = HTTPText.answer("206 Partial", type: "application/octet-stream", fields: fields, "read")
      try await RawServer.run(answer) { server async throws in
        let device = try HTTPDevice(port: server.port)
        await #expect(throws: TransportError.undecodable(detail: "the bytes are not those that were asked for")) {
          try await device.transport.piece(of: .of([1]), from: 1, limit: 4)
        }
      }
    }
  }

  @Test(arguments: [
    ("422 Unprocessable", #"{"error":"mismatch"}"#, BlobUploadReply.mismatch),
    ("413 Too Large", #"{"error":"too_large"}"#, .refused(.tooLarge)),
    ("413 Too Large", "<html>", .refused(.tooLarge)),
    ("507 Full", #"{"error":"over_quota"}"#, .refused(.overQuota)),
    ("200 OK", #"{"received":1,"size":1}"#, .progress(BlobProgress(received: 1, size: 1))),
  ])
  func `what becomes of a piece is told from what is wrong with the request`(
    status: String, body: String, reply: BlobUploadReply
  ) async throws {
    try await RawServer.run(HTTPText.answer(status, body)) { server async throws in
      let device = try HTTPDevice(port: server.port)
      let piece = BlobPiece(of: [1])
      #expect(try await device.transport.send(piece) == reply)
      server.answer(HTTPText.answer("422 Unprocessable", #"{"error":"malformed"}"#))
      await #expect(throws: TransportError.refused(detail: "malformed")) { try await device.transport.send(piece) }
    }
  }
}
