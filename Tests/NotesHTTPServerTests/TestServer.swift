import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import NotesDomain
import NotesServer
import NotesTestSupport
import NotesWire
import Testing
import Wiring

@testable import NotesHTTPServer

/// A server over a store in memory, with two accounts that know nothing of each other.
struct TestServer: Module {
  let store = InMemoryServerStore()
  let clock = StillClock()
  let ada: Tenant
  let eve: Tenant
  let accounts: FakeAccounts

  init() throws {
    ada = try Tenant("ada", seed: 1)
    eve = try Tenant("eve", seed: 2)
    accounts = FakeAccounts([ada.token: ada.principal, eve.token: eve.principal])
  }

  func configure(_ binder: inout Binder) {
    binder.bind((any ServerStore).self, to: store)
    binder.bind((any AccountService).self, to: accounts)
    binder.bind((any Randomness).self, to: SeededRandomness(seed: 7))
    binder.bind((any MonotonicClock).self, to: clock)
    binder.bind((any WallClock).self) { FixedClock() }
  }

  /// The server's own graph, in which a test can replace one thing.
  func graph(
    _ settings: HTTPServerSettings = HTTPServerSettings(), overrides: (inout Overrides) -> Void = { _ in }
  ) async throws -> Graph<Serving> {
    let outer = try await Plan(HTTPServerPorts.self, modules: [ServerModule(), self, PortsModule()]).build()
    return try await Plan(
      Serving.self, modules: [ServingModule(ports: outer.root, settings: settings)], overrides: overrides
    ).build()
  }

  /// Asks the layers and routes, without a network.
  func ask<Value>(
    _ settings: HTTPServerSettings = HTTPServerSettings(), overrides: (inout Overrides) -> Void = { _ in },
    _ test: @Sendable (any TestClientProtocol) async throws -> Value
  ) async throws -> Value {
    let graph = try await graph(settings, overrides: overrides)
    return try await HTTPApplication(graph, logger: .silent).application().test(.router, test)
  }
}

/// How the ports are gathered, without the rest of the layer's module.
private struct PortsModule: Module {
  func configure(_ binder: inout Binder) {
    binder.bind(HTTPServerPorts.init)
  }
}

/// A clock that stands still.
struct StillClock: MonotonicClock {
  func milliseconds() -> Int { 0 }
}

extension Logger {
  /// A log that nobody reads.
  static var silent: Logger { Logger(label: "test") { _ in SwiftLogNoOpLogHandler() } }
}

extension TestClientProtocol {
  /// Sends a request of somebody.
  func send(
    _ method: HTTPRequest.Method, _ target: String, as tenant: Tenant?, body: [UInt8]? = nil
  ) async throws -> TestResponse {
    try await executeRequest(
      uri: target, method: method, headers: tenant.map { [.authorization: $0.authorization] } ?? [:],
      body: body.map { ByteBuffer(bytes: $0) })
  }
}
