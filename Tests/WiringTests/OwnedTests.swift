import Testing
import Wiring

@Suite("Owned")
struct OwnedTests {
  private final class Wire: Sendable {}
  private final class Socket: Sendable { init(wire: Wire) {} }
  private final class Connection: Sendable { init(socket: Socket, engine: any Engine) {} }

  private func plan(_ log: Log, failing: Set<String> = []) throws -> Plan<Provider<Owned<Connection>>> {
    try Plan(
      Provider<Owned<Connection>>.self,
      modules: [
        Bindings { binder in
          let stop: @Sendable (String) throws -> Void = { name in
            log.note(name)
            if failing.contains(name) { throw Refusal() }
          }
          binder.bind((any Engine).self, Diesel.init).scoped(.singleton).onStop { _ in try stop("engine") }
          binder.bind(Wire.init).onStop { _ in try stop("wire") }
          binder.bind(Socket.init).onStop { _ in try stop("socket") }
          binder.bind(Connection.init).onStop { _ in try stop("connection") }
        }
      ])
  }

  @Test("it stops the objects created for it, in reverse order of creation, and no singletons")
  func reverse() async throws {
    let log = Log()
    let connection = try await plan(log).buildAsync().root()
    #expect(log.all.isEmpty)
    try await connection.stop()
    #expect(log.all == ["connection", "socket", "wire"])
  }

  @Test("a second stop does nothing")
  func twice() async throws {
    let log = Log()
    let connection = try await plan(log).buildAsync().root()
    try await connection.stop()
    try await connection.stop()
    #expect(log.all.count == 3)
  }

  @Test("each one stops its own objects only")
  func separate() async throws {
    let log = Log()
    let provider = try await plan(log).buildAsync().root
    let (first, second) = (try provider(), try provider())
    try await first.stop()
    #expect(log.all.count == 3)
    try await second.stop()
    #expect(log.all.count == 6)
  }

  @Test("every stop runs, and all errors are reported")
  func errors() async throws {
    let log = Log()
    let connection = try await plan(log, failing: ["connection", "wire"]).buildAsync().root()
    let error = await #expect(throws: LifecycleError.self) { try await connection.stop() }
    #expect(log.all == ["connection", "socket", "wire"])
    #expect(error?.failures.count == 2)
    #expect(error?.phase == .stop)
  }

  @Test("stopping the graph leaves it to its owner")
  func graphStops() async throws {
    let log = Log()
    let graph = try await plan(log).buildAsync()
    let connection = try graph.root()
    _ = try await graph.resolveAsync((any Engine).self)
    try await graph.stop()
    #expect(log.all == ["engine"])
    try await connection.stop()
    #expect(log.all == ["engine", "connection", "socket", "wire"])
  }

  @Test("objects that an opaque factory requests belong to it, too")
  func opaque() async throws {
    let log = Log()
    let owned = try await Plan(
      Owned<String>.self,
      modules: [
        Bindings { binder in
          binder.bind(Wire.init).onStop { _ in log.note("wire") }
          binder.bind(String.self, resolving: { "\(type(of: try $0.resolve(Wire.self)))" })
        }
      ]
    ).buildAsync().root
    try await owned.stop()
    #expect(log.all == ["wire"])
  }

  @Test("asynchronous objects belong to it, too")
  func asynchronous() async throws {
    let log = Log()
    let owned = try await Plan(
      Owned<String>.self,
      modules: [
        Bindings { binder in
          binder.bind(async: { () async in Wire() }).onStop { _ in log.note("wire") }
          binder.bind(String.self) { (_: Wire) in "done" }.onStop { log.note($0) }
        }
      ]
    ).buildAsync().root
    try await owned.stop()
    #expect(log.all == ["done", "wire"])
  }

  @Test("a test can create one directly")
  func byHand() async throws {
    let log = Log()
    try await Owned(1, stop: { log.note("stopped") }).stop()
    #expect(log.all == ["stopped"])
  }
}
