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

  private final class Plug: Sendable {
    let wire: Owned<Wire>
    init(wire: Owned<Wire>) { self.wire = wire }
  }

  @Test("a shared part of a failed creation is made anew, since what it owned is stopped")
  func sharedPart() async throws {
    let (log, gate) = (Log(), Gate())
    let graph = try Plan(
      Int.self,
      modules: [
        Bindings { binder in
          binder.bind(Int.self, to: 1)
          binder.bind(Wire.init).onStop { _ in
            log.note("stopped")
            await gate.pass()
          }
          binder.bind(Plug.init).scoped(.graph)
          binder.bind(Bool.self) { (_: Plug) throws -> Bool in throw Refusal() }
          binder.bind(
            Plug.self,
            resolving: { resolver in
              let first = try resolver.resolve(Plug.self)
              #expect((try? resolver.resolve(Bool.self)) == nil)
              #expect(try resolver.resolve(Plug.self) === first)
              return first
            }
          ).named(Key("second"))
          binder.bind(
            Plug.self,
            resolving: { resolver in
              #expect((try? resolver.resolve(Bool.self)) == nil)
              return try resolver.resolve(Plug.self)
            }
          ).named(Key("first"))
        }
      ]
    ).build()
    await gate.open()
    _ = try graph.resolve(named: Key<Plug>("second"))
    #expect(log.all == [])
    let plug = try graph.resolve(named: Key<Plug>("first"))
    await gate.arrivals(1)
    #expect(log.all == ["stopped"])
    try await plug.wire.stop()
    #expect(log.all == ["stopped", "stopped"])
  }

  @Test("it stops the objects created for it, in reverse order of creation, and no singletons")
  func reverse() async throws {
    let log = Log()
    let connection = try await plan(log).buildAsync().root()
    #expect(log.all.isEmpty)
    try await connection.stop()
    #expect(log.all == ["connection", "socket", "wire"])
  }

  private final class Pool: Sendable {
    let socket: Provider<Socket>
    let lazySocket: Lazy<Socket>
    init(socket: Provider<Socket>, lazySocket: Lazy<Socket>) { (self.socket, self.lazySocket) = (socket, lazySocket) }
  }

  @Test("it stops what its handles create later, in reverse order of creation")
  func later() async throws {
    let log = Log()
    let graph = try WiringTests.plan(Provider<Owned<Pool>>.self) { binder in
      binder.bind(Pool.init).onStop { _ in log.note("pool") }
      binder.bind(Wire.init).onStop { _ in log.note("wire") }
      binder.bind(Socket.init).onStop { _ in log.note("socket") }
    }.build()
    let pool = try graph.root()
    _ = try (pool.value.socket(), pool.value.lazySocket.value, pool.value.lazySocket.value)
    try await pool.stop()
    #expect(log.all == ["socket", "wire", "socket", "wire", "pool"])
    _ = try pool.value.socket()
    try await pool.stop()
    #expect(log.all.suffix(2) == ["socket", "wire"])
    #expect(log.all.count == 7)
  }

  @Test("it is released although its handles create parts of it, whether or not it is stopped")
  func released() async throws {
    let graph = try WiringTests.plan(Provider<Owned<Pool>>.self) { binder in
      binder.bind(Pool.init).onStop { _ in }
      binder.bind(Wire.init).onStop { _ in }
      binder.bind(Socket.init).onStop { _ in }
    }.build()
    weak var pool: Pool?
    do {
      let owned = try graph.root()
      _ = try owned.value.socket()
      pool = owned.value
    }
    #expect(pool == nil)
  }

  @Test("a hook may stop its own object, and one that never ends is given up at its limit")
  func stopWithinStop() async throws {
    let (log, stop) = (Log(), Locked<(@Sendable () async throws -> Void)?>(nil))
    let graph = try WiringTests.plan(String.self) { binder in
      binder.bind(String.self, to: "")
      binder.bind(Wire.init).onStop { _ in
        log.note("stop")
        try await stop.withLock { $0 }?()
      }
    }.build()
    let owned = try graph.resolve(Owned<Wire>.self)
    stop.withLock { $0 = { try await owned.stop() } }
    try await owned.stop()
    #expect(log.all == ["stop"])
  }

  @Test("a cancellation does not cancel its hooks")
  func cancellation() async throws {
    let log = Log()
    let graph = try WiringTests.plan(String.self) { binder in
      binder.bind(String.self, to: "")
      binder.bind(Wire.init).onStop { _ in log.note(Task.isCancelled ? "cancelled" : "stopped") }
    }.build()
    let owned = try graph.resolve(Owned<Wire>.self)
    let task = Task {
      // Until it is cancelled.
      while !Task.isCancelled { await Task.yield() }
      try await owned.stop()
    }
    task.cancel()
    try await task.value
    #expect(log.all == ["stopped"])
  }

  @Test("a complete one is stopped, too, when a factory throws before its consumer exists")
  func siblings() async throws {
    let (log, gate) = (Log(), Gate())
    await gate.open()
    let graph = try WiringTests.plan(String.self) { binder in
      binder.bind(String.self, to: "")
      binder.bind(Wire.init).onStop { _ in
        log.note("wire")
        await gate.pass()
      }
      binder.bind(Int.self) { () throws in throw Refusal() }
      binder.bind(Bool.self) { (_: Owned<Wire>, _: Int) in true }
      binder.bind(Double.self) { (_: Owned<Wire>) in 1 }
    }.build()
    #expect(throws: Refusal.self) { try graph.resolve(Owned<Bool>.self) }
    await gate.arrivals()
    #expect(log.all == ["wire"])
    try await graph.resolve(Owned<Double>.self).stop()
    #expect(log.all == ["wire"])
  }

  @Test("one whose consumer cannot be created is stopped, whoever asks for the consumer")
  func withoutConsumer() async throws {
    let (log, gate) = (Log(), Gate())
    await gate.open()
    let modules = [
      Bindings { binder in
        binder.bind(String.self, to: "")
        binder.bind(Wire.init).onStop { _ in
          log.note("wire")
          await gate.pass()
        }
        binder.bind(Int.self) { () throws in throw Refusal() }
        binder.bind(Bool.self) { (_: Owned<Wire>, _: Int) in true }
        binder.bind(Bool.self) { (_: Owned<Wire>, _: Int) in true }.named(Key("shared")).scoped(.singleton)
        binder.bind(Double.self, resolving: { (try? $0.resolve(Bool.self)) == nil ? 1 : 0 })
        binder.bind(Float.self) { (_: Owned<Wire>) in 1 }
      }
    ]
    let graph = try Plan(String.self, modules: modules).build()
    #expect(throws: Refusal.self) { try graph.resolve(Bool.self) }
    await gate.arrivals(1)
    await #expect(throws: Refusal.self) { try await graph.resolveAsync(Bool.self) }
    await gate.arrivals(2)
    #expect(throws: Refusal.self) { try graph.resolve(named: Key<Bool>("shared")) }
    await gate.arrivals(3)
    await #expect(throws: Refusal.self) { try await graph.resolveAsync(named: Key<Bool>("shared")) }
    await gate.arrivals(4)
    #expect(throws: Refusal.self) { try graph.resolve(Provider<Bool>.self)() }
    await gate.arrivals(5)
    #expect(try graph.resolve(Double.self) == 1)
    await gate.arrivals(6)
    #expect(throws: Refusal.self) { try Plan(Bool.self, modules: modules).build() }
    await gate.arrivals(7)
    _ = try graph.resolve(Float.self)
    #expect(log.all.count == 7)
  }

  @Test("those that its handles create are disposed of by their consumer")
  func innerOwned() async throws {
    final class Download: Sendable {
      let connection: Provider<Owned<Wire>>
      init(connection: Provider<Owned<Wire>>) { self.connection = connection }
    }
    let log = Log()
    let graph = try WiringTests.plan(String.self) { binder in
      binder.bind(String.self, to: "")
      binder.bind(Wire.init).onStop { _ in log.note("wire") }
      binder.bind(Download.init).onStop { _ in log.note("download") }
    }.build()
    let download = try graph.resolve(Owned<Download>.self)
    let wire = try download.value.connection()
    try await download.stop()
    #expect(log.all == ["download"])
    try await wire.stop()
    #expect(log.all == ["download", "wire"])
  }

  @Test("a lazy optional in it belongs to it")
  func lazyOptional() async throws {
    let log = Log()
    let graph = try WiringTests.plan(String.self) { binder in
      binder.bind(String.self, to: "")
      binder.bind(Wire.init).onStop { _ in log.note("wire") }
    }.build()
    let owned = try graph.resolve(Owned<Lazy<Wire?>>.self)
    #expect(try owned.value.value === owned.value.value)
    try await owned.stop()
    #expect(log.all == ["wire"])
  }

  @Test("it stops what a factory of a cycle creates")
  func cycle() async throws {
    final class Page: Sendable {
      let chapter: Factory<Page, String>
      init(chapter: Factory<Page, String>) { self.chapter = chapter }
    }
    let log = Log()
    let graph = try WiringTests.plan(String.self) { binder in
      binder.bind(String.self, to: "")
      binder.bind(Page.init).onStop { _ in log.note("page") }
      binder.factory { (_: String) in { (page: Page) in page } }
    }.build()
    let owned = try graph.resolve(Owned<Page>.self)
    _ = try owned.value.chapter("one")
    try await owned.stop()
    #expect(log.all == ["page", "page"])
  }

  @Test("when a factory throws, what was created before is stopped")
  func failure() async throws {
    let (log, gate) = (Log(), Gate())
    let graph = try WiringTests.plan(String.self) { binder in
      binder.bind(String.self, to: "")
      binder.bind(Wire.init).onStop { _ in
        log.note("wire")
        await gate.pass()
      }
      binder.bind(Socket.self) { (_: Wire) throws in throw Refusal() }
    }.build()
    await gate.open()
    await #expect(throws: Refusal.self) { try await graph.resolveAsync(Owned<Socket>.self) }
    #expect(throws: Refusal.self) { try graph.resolve(Owned<Socket>.self) }
    await gate.arrivals(2)
    #expect(log.all == ["wire", "wire"])
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
