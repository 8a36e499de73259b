import HTTPTypes
import HummingbirdTesting
import NIOCore
import NotesDomain
import NotesFronts
import NotesHTTPAPI
import NotesHosting
import NotesTestSupport
import Synchronization
import Testing

@testable import NotesHTTPServer

/// The shutdown of a server on a real port.
struct ShutdownTests {
  /// Signals sent by the test.
  private struct ManualSignals: StopSignals {
    private let signals = AsyncStream<Void>.makeStream()

    func send() { signals.continuation.yield() }

    func requests() async -> AsyncStream<Void> { signals.stream }
  }

  @Test(.timeLimit(.minutes(5)))
  func `a long poll is answered, and readiness ends, before the listener closes`() async throws {
    // Given
    let clock = ManualClock { _ in true }
    let server = try TestServer(clock: clock)
    let signals = ManualSignals()
    var settings = HTTPServerSettings()
    settings.listen = ListenAddress(host: "127.0.0.1", port: 0)
    let ports = try await server.ports()
    let host = HTTPHost(ports: { ports }, settings: settings, signals: signals)
    let (addresses, ready) = AsyncStream<[String]>.makeStream()
    async let serving: Void = host.serve { ready.yield($0) }
    let address = try #require(await addresses.first { _ in true }?.first)
    let port = try #require(address.split(separator: ":").last.flatMap { Int($0) })
    let client = TestClient(host: "127.0.0.1", port: port, configuration: TestClient.Configuration())
    client.connect()
    let epoch = try await epoch(of: server.ada, client)
    // When
    async let watched = client.execute(watch(server.ada, epoch))
    // The writer of the audit log sleeps as well.
    for _ in 1...2 { await clock.waitForSleeper() }
    signals.send()
    // Then
    let reply = try await watched
    #expect(reply.status == .ok)
    #expect(reply.body.map { String(buffer: $0) } == #"{"changed":false}"#)
    // The server announces its shutdown before it closes its listener.
    await clock.waitForSleeper()
    let late = TestClient(host: "127.0.0.1", port: port, configuration: TestClient.Configuration())
    late.connect()
    let readiness = try await late.execute(TestClient.Request("/readyz", method: .get, authority: "x"))
    #expect(readiness.status == .serviceUnavailable)
    let again = try await late.execute(watch(server.ada, epoch))
    #expect(again.status == .serviceUnavailable && again.headers[.retryAfter] == "5")
    clock.advance(by: settings.announcement)
    try await serving
    try await late.shutdown()
    try await client.shutdown()
    // When the shutdown begins, and when the last request has ended.
    #expect(server.accounts.auditLogWrites == 2)
  }

  /// A messenger whose messages cannot be sent.
  private struct StuckMessenger: NodeMessenger {
    let flushes = AsyncStream<Void>.makeStream()

    func send(_ message: NodeMessage) {}

    func flush() async {
      flushes.continuation.yield()
      for await _ in AsyncStream<Void>.makeStream().stream {}
    }

    func messages() -> AsyncStream<NodeMessage> { AsyncStream { _ in } }
  }

  @Test(.timeLimit(.minutes(5)))
  func `a server that stops sends its last messages to the other nodes, and does not wait for long`() async throws {
    // Given
    let signals = ManualSignals()
    var settings = HTTPServerSettings()
    settings.listen = ListenAddress(host: "127.0.0.1", port: 0)
    let announcement = settings.announcement
    let messenger = StuckMessenger()
    var server = try TestServer(clock: ManualClock { $0 > announcement })
    server.messenger = messenger
    let ports = try await server.ports()
    let host = HTTPHost(ports: { ports }, settings: settings, signals: signals)
    let (addresses, ready) = AsyncStream<[String]>.makeStream()
    async let serving: Void = host.serve { ready.yield($0) }
    _ = await addresses.first { _ in true }
    // When
    signals.send()
    // Then
    _ = await messenger.flushes.stream.first { _ in true }
    while !server.clock.pauses.contains(.seconds(5)) { await Task.yield() }
    server.clock.advance(by: .seconds(5))
    try await serving
  }

  @Test(.timeLimit(.minutes(5)))
  func `refused attempts are written once a minute`() async throws {
    // Given
    let clock = ManualClock { _ in true }
    let accounts = FakeAccounts([:], in: InMemoryServerStore())
    let writing = Task { try await AuditLogWriter(accounts: accounts, clock: clock).run() }
    // Then
    for count in 0...2 {
      await clock.waitForSleeper()
      #expect(accounts.auditLogWrites == count)
      clock.advance(by: AuditLogWriter.interval)
    }
    writing.cancel()
    try await writing.value
    #expect(accounts.auditLogWrites >= 3)
  }

  @Test(.timeLimit(.minutes(5)))
  func `a server that stops leaves its store without a log`() async throws {
    // Given
    let signals = ManualSignals()
    var settings = HTTPServerSettings()
    let announcement = settings.announcement
    let server = try TestServer(clock: ManualClock { $0 > announcement })
    settings.listen = ListenAddress(host: "127.0.0.1", port: 0)
    let ports = try await server.ports()
    let host = HTTPHost(ports: { ports }, settings: settings, signals: signals)
    #expect(!server.store.isConsolidated)
    // When
    try await host.serve { _ in signals.send() }
    // Then
    #expect(server.store.isConsolidated)
  }

  @Test(.timeLimit(.minutes(5)))
  func `an address that is not available is an error`() async throws {
    let server = try TestServer()
    let signals = ManualSignals()
    var settings = HTTPServerSettings()
    settings.listen = ListenAddress(host: "192.0.2.1", port: 1)
    let ports = try await server.ports()
    let host = HTTPHost(ports: { ports }, settings: settings, signals: signals)
    let error = await #expect(throws: HostError.self) { try await host.serve { _ in } }
    guard case .cannotListen("192.0.2.1:1", "this machine has no such address")? = error else {
      return #expect(Bool(false), "\(String(describing: error))")
    }
  }

  private func watch(_ tenant: Tenant, _ epoch: Epoch) -> TestClient.Request {
    TestClient.Request(
      "/v1/vaults/\(tenant.vault)/watch?after=0&epoch=\(epoch)&wait=60000", method: .get, authority: "x",
      headers: [.authorization: tenant.authorization])
  }

  private func epoch(of tenant: Tenant, _ client: TestClient) async throws -> Epoch {
    let reply = try await client.execute(
      TestClient.Request(
        "/v1/vaults/\(tenant.vault)/changes?after=0&limit=1", method: .get, authority: "x",
        headers: [.authorization: tenant.authorization]))
    let bytes = Array(buffer: try #require(reply.body))
    guard case .epochChanged(let change) = try MessageFormat.decodeChangesReply(bytes, limit: 1000) else {
      throw CancellationError()
    }
    return change.epoch
  }
}
