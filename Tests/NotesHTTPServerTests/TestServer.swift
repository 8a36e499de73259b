import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import NotesDomain
import NotesHTTPAPI
import NotesHosting
import NotesServer
import NotesTestSupport
import Synchronization
import Testing
import Wiring

@testable import NotesHTTPServer

/// A server over an in-memory store with two accounts.
struct TestServer: Module {
  let store = InMemoryServerStore()
  let clock: ManualClock
  let log = MemoryLog()
  let ada: Tenant
  let eve: Tenant
  let accounts: FakeAccounts
  /// The messenger of a node that shares its store with others; `nil` for a sole node.
  var messenger: (any NodeMessenger)?

  /// - Parameter clock: The clock, whose sleeps usually never end.
  init(clock: ManualClock = ManualClock { _ in true }) throws {
    self.clock = clock
    ada = try Tenant("ada", seed: 1)
    eve = try Tenant("eve", seed: 2)
    accounts = FakeAccounts([ada.token: ada.principal, eve.token: eve.principal], in: store)
  }

  func configure(_ binder: inout Binder) {
    binder.bind((any ServerStore).self, to: store)
    binder.bind((any AccountService).self, to: accounts)
    binder.bind((any Randomness).self, to: SeededRandomness(seed: 7))
    binder.bind((any Clock<Duration>).self, to: clock)
    binder.bind((any WallClock).self, to: FixedClock())
    if let messenger { binder.bind((any NodeMessenger).self, to: messenger) }
  }

  /// The ports of the server.
  func ports() async throws -> HTTPServerPorts {
    try Plan(HTTPServerPorts.self, modules: [ServerModule(), WatchModule(), self, PortsModule()]).build().root
  }

  /// The server's graph, with the replacements of the test.
  func graph(
    _ settings: HTTPServerSettings = HTTPServerSettings(), overrides: (inout Overrides) -> Void = { _ in }
  ) async throws -> Graph<ServerComponents> {
    let ports = try await ports()
    return try Plan(
      ServerComponents.self, modules: [ports, ServerComponentsModule(settings: settings)]
    ) {
      $0.replace((any LogOutput).self, with: log)
      overrides(&$0)
    }.build()
  }

  /// Runs a test with a client of the middleware and routes, without a network.
  func withClient<Value>(
    _ settings: HTTPServerSettings = HTTPServerSettings(), overrides: (inout Overrides) -> Void = { _ in },
    test: @Sendable (any TestClientProtocol) async throws -> Value
  ) async throws -> Value {
    let graph = try await graph(settings, overrides: overrides)
    return try await buildApplication(graph).test(.router, test)
  }
}

/// The binding of the ports, without the rest of ``HTTPServerModule``.
struct PortsModule: Module {
  func configure(_ binder: inout Binder) {
    binder.bind(HTTPServerPorts.init)
  }
}

/// A log in memory.
final class MemoryLog: LogOutput {
  private let text = Mutex("")

  var lines: [Substring] { text.withLock { $0.split(separator: "\n") } }

  func write(_ line: String) { text.withLock { $0 += line } }
}

extension TestClientProtocol {
  /// Sends a request of a tenant, or without a token.
  func send(
    _ method: HTTPRequest.Method, _ target: String, as tenant: Tenant?, body: [UInt8]? = nil
  ) async throws -> TestResponse {
    try await executeRequest(
      uri: target, method: method, headers: tenant.map { [.authorization: $0.authorization] } ?? [:],
      body: body.map { ByteBuffer(bytes: $0) })
  }
}
