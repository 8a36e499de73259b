import HTTPTypes
import Hummingbird
import HummingbirdCore
import HummingbirdTesting
import Logging
import NIOCore
import NIOEmbedded
import NotesDomain
import NotesHTTPAPI
import NotesHosting
import NotesTestSupport
import Testing
import Wiring

@testable import NotesHTTPServer

/// The middleware around the routes.
struct MiddlewareTests {
  /// An error that no port declares.
  private struct UnexpectedError: Error {}

  private func requestID(_ text: String?) async throws -> String? {
    let name = try #require(HTTPField.Name(APIHeader.requestID))
    return try await TestServer().withClient { client in
      try await client.executeRequest(
        uri: "/healthz", method: .get, headers: text.map { [name: $0] } ?? [:], body: nil
      ).headers[name]
    }
  }

  @Test func `a request keeps its id`() async throws {
    #expect(try await requestID("trace-1.2_X") == "trace-1.2_X")
  }

  @Test(arguments: ["", "a b", "x\u{1B}[0m", "ü", String(repeating: "x", count: 65)])
  func `an id that is not safe to log is replaced`(text: String) async throws {
    let generated = try #require(try await requestID(text))
    #expect(generated != text && generated.utf8.count == 16)
  }

  @Test func `an unexpected error is reported without details`() async throws {
    let context = HTTPRequestContext(
      source: .init(channel: NIOAsyncTestingChannel(), logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }))
    let request = Request(
      head: HTTPRequest(method: .get, scheme: "http", authority: "x", path: "/healthz"),
      body: RequestBody(buffer: ByteBuffer()))
    let middleware = ErrorMiddleware(uptime: Stopwatch(ManualClock()), sampler: LogSampler(ResourceBudgets()))
    let response = try await middleware.handle(request, context: context) { _, _ in throw UnexpectedError() }
    #expect(response.status == .internalServerError)
  }

  @Test func `a request is logged on one line, without private data`() async throws {
    let server = try TestServer()
    try await server.withClient { client in
      _ = try await client.send(.get, "/v1/vaults/\(server.ada.vault)/changes?after=0&limit=77", as: server.ada)
    }
    #expect(server.log.lines.count == 1)
    let line = try #require(server.log.lines.first)
    #expect(line.hasPrefix("time=2026-03-14T09:26:53.589Z level=info message=request account=ada bytes="))
    #expect(line.contains(" method=GET ") && line.contains(" route=/v1/vaults/{vault}/changes status=409"))
    #expect(!line.contains(server.ada.token.text) && !line.contains(server.ada.vault) && !line.contains("77"))
  }

  @Test(arguments: [("correct horse", "200"), ("wrong horse", "401")])
  func `a sign-in is logged with its account`(password: String, status: String) async throws {
    let server = try TestServer()
    let request = SignInRequest(
      name: server.ada.principal.account, password: try #require(Password(password)), label: "laptop")
    try await server.withClient { client in
      _ = try await client.send(.post, "/v1/sign-in", as: nil, body: MessageFormat.encode(request))
    }
    let line = try #require(server.log.lines.first)
    #expect(line.contains(" account=ada ") && line.contains(" status=\(status)") && !line.contains("horse"))
  }

  @Test func `a name without an account, which may be a password, is not logged`() async throws {
    let server = try TestServer()
    let request = SignInRequest(
      name: try #require(AccountName("correct-horse")), password: try #require(Password("ada")), label: "laptop")
    try await server.withClient { client in
      _ = try await client.send(.post, "/v1/sign-in", as: nil, body: MessageFormat.encode(request))
    }
    let line = try #require(server.log.lines.first)
    #expect(line.contains(" status=401") && !line.contains("account=") && !line.contains("horse"))
  }

  @Test func `requests are counted`() async throws {
    let server = try TestServer()
    var settings = HTTPServerSettings()
    settings.metricsListen = ListenAddress(host: "127.0.0.1", port: 0)
    let graph = try await server.graph(settings)
    try await buildApplication(graph).test(.router) { client in
      _ = try await client.send(.get, "/healthz", as: nil)
      _ = try await client.send(.get, "/healthz", as: nil)
      _ = try await client.send(.get, "/v1/devices", as: nil)
    }
    let text = try graph.resolve(MetricRegistry.self).text
    #expect(text.contains(#"notes_requests_total{route="/healthz",status="200"} 2"# + "\n"))
    #expect(text.contains(#"notes_requests_total{route="/v1/devices",status="401"} 1"# + "\n"))
    #expect(text.contains("# TYPE notes_request_seconds histogram\n"))
    #expect(text.contains("notes_requests_in_flight 0\n"))
  }

  @Test func `a server with a full disk is ready to read, and one whose store is gone is not ready`() async throws {
    let server = try TestServer()
    let graph = try await server.graph()
    try await buildApplication(graph).test(.router) { client in
      server.store.commitFailure = .diskFull(path: "/server")
      let full = try await client.send(.get, "/readyz", as: nil)
      #expect(full.status == .ok && String(buffer: full.body).hasPrefix("ready to read"))
      server.store.failure = .failed(path: "/server", detail: "replaced")
      server.clock.advance(by: ReadinessCheck.validity)
      #expect(try await client.send(.get, "/readyz", as: nil).status == .serviceUnavailable)
    }
  }

  @Test func `of the errors of a store that fails the log has the first of a minute, and the number of the others`()
    async throws
  {
    let server = try TestServer()
    server.store.failure = .unreachable(path: "/server", detail: "stopped")
    try await server.withClient { client in
      for number in 0..<15 {
        if number == 14 { server.clock.advance(by: .seconds(60)) }
        _ = try await client.send(.get, "/v1/vaults/\(server.ada.vault)/changes?after=0&limit=1", as: server.ada)
      }
    }
    #expect(server.log.lines.count { $0.contains("the store failed") } == 11)
    #expect(server.log.lines.contains { $0.contains("errors were not logged") && $0.contains("count=4") })
  }

  @Test func `the log says once why the store is not ready`() async throws {
    let server = try TestServer()
    let readiness = try await server.graph().root.readiness
    for detail in ["replaced", "replaced", "gone"] {
      server.store.failure = .failed(path: "/server", detail: detail)
      server.clock.advance(by: ReadinessCheck.validity)
      #expect(await readiness.health() == nil)
    }
    let lines = server.log.lines.filter { $0.contains("the store is not ready") }
    #expect(lines.count == 2 && lines[0].contains("replaced") && lines[1].contains("gone"))
  }

  @Test func `the store is checked once for all probes of a quarter of a second`() async throws {
    // Given
    let server = try TestServer()
    let readiness = try await server.graph().root.readiness
    let first = readiness.currentCheck()
    // Then probes that come meanwhile, and soon afterwards, share the check
    #expect(readiness.currentCheck() == first)
    #expect(await first.value == .ready)
    server.store.failure = .failed(path: "/server", detail: "replaced")
    server.clock.advance(by: ReadinessCheck.validity - .milliseconds(1))
    #expect(await readiness.health() == .ready)
    // And later ones do not
    server.clock.advance(by: .milliseconds(1))
    #expect(await readiness.health() == nil)
  }

  @Test func `a server that shuts down is not ready`() async throws {
    let server = try TestServer()
    let graph = try await server.graph()
    try await buildApplication(graph).test(.router) { client in
      let before = try await client.send(.get, "/readyz", as: nil)
      graph.root.shutdown.event.fire()
      let after = try await client.send(.get, "/readyz", as: nil)
      let alive = try await client.send(.get, "/healthz", as: nil)
      #expect([before.status, after.status, alive.status] == [.ok, .serviceUnavailable, .ok])
    }
  }
}
