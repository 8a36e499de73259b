import Testing
import Wiring

@Suite("Starting and stopping")
struct LifecycleTests {
  private final class Base: Sendable {}
  private final class Middle: Sendable { init(base: Base) {} }
  private final class Top: Sendable { init(middle: Middle) {} }

  /// Creates a graph of three objects, each of which depends on the previous one, and logs its start and stop.
  private func graph(
    _ log: Log, failingStarts: Set<String> = [], failingStops: Set<String> = []
  ) async throws -> Graph<Top> {
    let start: @Sendable (String) throws -> Void = { name in
      if failingStarts.contains(name) { throw Refusal() }
      log.note("start \(name)")
    }
    let stop: @Sendable (String) throws -> Void = { name in
      log.note("stop \(name)")
      if failingStops.contains(name) { throw Refusal() }
    }
    return try await Plan(
      Top.self,
      modules: [
        Bindings { binder in
          binder.bind(Top.self, Top.init, file: "Shop/A.swift", line: 1, column: 1).scoped(.singleton)
            .onStart { _ in try start("top") }.onStop { _ in try stop("top") }
          binder.bind(Base.self, Base.init, file: "Shop/A.swift", line: 2, column: 1).scoped(.singleton)
            .onStart { _ in try start("base") }.onStop { _ in try stop("base") }
          binder.bind(Middle.self, Middle.init, file: "Shop/A.swift", line: 3, column: 1).scoped(.singleton)
            .onStart { _ in try start("middle") }.onStop { _ in try stop("middle") }
        }
      ]
    ).buildAsync()
  }

  @Test("a second stop stops the objects created since the first")
  func secondStop() async throws {
    let log = Log()
    let graph = try await plan(Base.self) { binder in
      binder.bind(Base.init).scoped(.singleton).onStop { _ in log.note("stop base") }
      binder.bind(Middle.init).scoped(.singleton).onStop { _ in log.note("stop middle") }
    }.buildAsync()
    try await graph.stop()
    _ = try await graph.resolveAsync(Middle.self)
    try await graph.stop()
    #expect(log.all == ["stop base", "stop middle"])
  }

  @Test("a graph that was started is not started again, also by two tasks at once")
  func startedOnce() async throws {
    let log = Log()
    let graph = try await graph(log)
    async let first: Void = graph.start()
    async let second: Void = graph.start()
    _ = try await (first, second)
    try await graph.start()
    #expect(log.all == ["start base", "start middle", "start top"])
    try await graph.stop()
    try await graph.start()
    #expect(log.all.count == 9)
  }

  @Test("a stop waits for one that is under way")
  func stopWaits() async throws {
    let (log, gate) = (Log(), Gate())
    let graph = try await plan(Base.self) { binder in
      binder.bind(Base.init).scoped(.singleton).onStop(within: .untilOpened) { _ in
        await gate.pass()
        log.note("stopped")
      }
    }.buildAsync()
    let first = Task { try await graph.stop() }
    await gate.arrivals()
    let second = Task {
      try await graph.stop()
      return log.all
    }
    // Enough yields for a stop that does not wait.
    for _ in 0..<100 { await Task.yield() }
    await gate.open()
    #expect(try await second.value == ["stopped"])
    try await first.value
  }

  @Test(
    "a stop that a hook leaves behind does not let the stop around it go on to dependencies", arguments: [true, false])
  func stopLeftBehind(awaits: Bool) async throws {
    let (log, gate, graph) = (Log(), Gate(), Locked<Graph<Top>?>(nil))
    let built = try await plan(Top.self) { binder in
      binder.bind(Base.init).scoped(.singleton).onStop { _ in log.note("base") }
      binder.bind(Middle.init).scoped(.singleton).onStop(within: .untilOpened) { _ in
        await gate.pass()
        log.note("middle")
        throw Refusal()
      }
      binder.bind(Top.init).scoped(.singleton).onStop(within: awaits ? .milliseconds(1) : .untilOpened) { _ in
        let stop = Task { try? await graph.withLock { $0 }?.stop() }
        if awaits { await stop.value } else { await gate.arrivals() }
      }
    }.buildAsync()
    graph.withLock { $0 = built }
    let stop = Task { try await built.stop() }
    await gate.arrivals()
    for _ in 0..<100 { await Task.yield() }
    #expect(log.all == [])
    await gate.open()
    let error = await #expect(throws: LifecycleError.self) { try await stop.value }
    #expect(log.all == ["middle", "base"])
    #expect(error?.failures.contains { $0.error is Refusal } == true)
    graph.withLock { $0 = nil }
  }

  @Test("a hook can start and stop its own graph, and does not wait for itself")
  func hookOfItself() async throws {
    let (log, graph) = (Log(), Locked<Graph<Base>?>(nil))
    let built = try await plan(Base.self) { binder in
      binder.bind(Base.init).scoped(.singleton)
        .onStart { _ in
          log.note("start")
          try await graph.withLock { $0 }?.start()
        }
        .onStop { _ in
          log.note("stop")
          try await graph.withLock { $0 }?.stop()
        }
    }.buildAsync()
    graph.withLock { $0 = built }
    try await built.start()
    try await built.stop()
    graph.withLock { $0 = nil }
    #expect(log.all == ["start", "stop"])
  }

  @Test("a start hook that stops its graph ends the start")
  func stoppedWhileStarting() async throws {
    let (log, graph) = (Log(), Locked<Graph<Top>?>(nil))
    let built = try await plan(Top.self) { binder in
      binder.bind(Base.init).scoped(.singleton)
        .onStart { _ in
          log.note("start base")
          try await graph.withLock { $0 }?.stop()
        }.onStop { _ in log.note("stop base") }
      binder.bind(Middle.init).scoped(.singleton)
        .onStart { _ in log.note("start middle") }.onStop { _ in log.note("stop middle") }
      binder.bind(Top.init).scoped(.singleton)
    }.buildAsync()
    graph.withLock { $0 = built }
    let error = await #expect(throws: LifecycleError.self) { try await built.start() }
    graph.withLock { $0 = nil }
    #expect(error?.failures.first?.error is CancellationError)
    #expect(log.all == ["start base", "stop base"])
  }

  @Test("a start waits for one that a hook of another graph has begun")
  func startWaitsForHook() async throws {
    let (log, gate) = (Log(), Gate())
    let inner = try plan(Base.self) { binder in
      binder.bind(Base.init).scoped(.singleton)
        .onStart(within: .untilOpened) { _ in
          await gate.pass()
          log.note("start")
        }.onStop { _ in log.note("stop") }
    }.build()
    let outer = try plan(Int.self) { binder in
      binder.bind(Int.self) { 1 }.scoped(.singleton).onStart(within: .untilOpened) { _ in try await inner.start() }
    }.build()
    async let first: Void = outer.start()
    await gate.arrivals()
    let second = Task {
      try await inner.start()
      return log.all
    }
    for _ in 0..<100 { await Task.yield() }
    await gate.open()
    try await first
    #expect(try await second.value == ["start"])
    try await inner.stop()
    #expect(log.all == ["start", "stop"])
  }

  @Test("a weak object is stopped once, also when its hook stops the graph")
  func weakStop() async throws {
    let (log, graph) = (Log(), Locked<Graph<Int>?>(nil))
    let built = try plan(Int.self) { binder in
      binder.bind(Int.self, to: 1)
      binder.bind(Base.init).scoped(.weak).onStop { _ in
        log.note("stop")
        try await graph.withLock { $0 }?.stop()
      }
    }.build()
    graph.withLock { $0 = built }
    var base = Optional(try built.resolve(Base.self))
    try await built.stop()
    try await built.stop()
    #expect(log.all.count == 1)
    withExtendedLifetime(base) {}
    base = nil
    base = try built.resolve(Base.self)
    try await built.stop()
    withExtendedLifetime(base) {}
    #expect(log.all.count == 2)
    graph.withLock { $0 = nil }
  }

  @Test("objects that do not stop after a failed start are told as such")
  func phases() async throws {
    let graph = try await graph(Log(), failingStarts: ["top"], failingStops: ["base"])
    let error = await #expect(throws: LifecycleError.self) { try await graph.start() }
    #expect(error?.failures.map(\.phase) == [.start, .stop])
    #expect("\(try #require(error))".contains("1 object did not start:"))
    #expect("\(try #require(error))".contains("1 object did not stop:"))
  }

  @Test("inner graphs stop before an outer one, whether or not that has hooks")
  func innerGraph() async throws {
    let log = Log()
    let outer = try plan(String.self) { $0.bind(String.self, to: "") }.build()
    let middle = try outer.child(Int.self, modules: [Bindings { $0.bind(Int.self, to: 1) }]).build()
    let inner = try middle.child(
      Base.self,
      modules: [
        MoreBindings { binder in
          binder.bind(Base.init).scoped(.singleton).onStart { _ in log.note("start") }.onStop { _ in log.note("stop") }
        }
      ]
    ).build()
    try await inner.start()
    try await outer.stop()
    #expect(log.all == ["start", "stop"])
  }

  @Test("objects that nobody would retain are neither started nor created early")
  func throwaway() {
    let error = #expect(throws: WiringError.self) {
      _ = try plan(String.self) { binder in
        binder.bind(String.self, to: "")
        binder.bind(Base.init).onStart { _ in }.onStop { _ in }
        binder.bind(Middle.init).eager()
        binder.bind(Top.init).scoped(.weak).onStart { _ in }
        binder.bind(Int.self) { 1 }.onStop { _ in }
      }
    }
    #expect(error?.problems.map(\.code) == [.throwaway, .throwaway, .throwaway])
  }

  @Test("when a graph cannot be built, the objects that exist are stopped")
  func failedBuild() async throws {
    let log = Log()
    let plan = try plan(Top.self) { binder in
      binder.bind(Base.init).scoped(.singleton).onStop { _ in log.note("stop") }
      binder.bind(Middle.init)
      binder.bind(Top.self) { (_: Middle) throws in throw Refusal() }
    }
    await #expect(throws: Refusal.self) { try await plan.buildAsync() }
    #expect(log.all == ["stop"])
  }

  @Test("when a graph cannot be built synchronously, the objects that exist are stopped by a task")
  func failedSynchronousBuild() async throws {
    let gate = Gate()
    let plan = try plan(Top.self) { binder in
      binder.bind(Base.init).scoped(.singleton).onStop { _ in await gate.pass() }
      binder.bind(Middle.init)
      binder.bind(Top.self) { (_: Middle) throws in throw Refusal() }
    }
    #expect(throws: Refusal.self) { try plan.build() }
    await gate.arrivals()
    await gate.open()
  }

  @Test("a limit may be as long as a duration")
  func longLimit() async throws {
    let graph = try await plan(Base.self) { binder in
      binder.bind(Base.init).scoped(.singleton).onStart(within: .seconds(Int64.max)) { _ in }
    }.buildAsync()
    try await graph.start()
  }

  @Test("the hooks of a binding do not run on a replacement of its object")
  func replacedObject() async throws {
    let log = Log()
    let graph = try await plan(String.self) { binder in
      binder.bind(String.self) { "made" }.scoped(.singleton)
        .onStart { log.note("start \($0)") }.onStop { log.note("stop \($0)") }
    }.buildAsync().replacing(String.self, with: "given")
    try await graph.start()
    try await graph.stop()
    #expect(log.all.isEmpty)
  }

  @Test("dependencies start before their consumers and stop after them")
  func order() async throws {
    let log = Log()
    let graph = try await graph(log)
    #expect(log.all.isEmpty)
    try await graph.start()
    try await graph.stop()
    #expect(
      log.all == ["start base", "start middle", "start top", "stop top", "stop middle", "stop base"])
  }

  @Test("a start creates the object, a stop ignores objects that were never created")
  func made() async throws {
    let log = Log()
    let graph = try await Plan(
      String.self,
      modules: [
        Bindings { binder in
          binder.bind(String.self, to: "")
          binder.bind(Base.init).scoped(.singleton).onStart { _ in log.note("started") }
          binder.bind(Diesel.init).scoped(.singleton).onStop { _ in log.note("stopped") }
        }
      ]
    ).buildAsync()
    try await graph.start()
    try await graph.stop()
    #expect(log.all == ["started"])
  }

  @Test("when a start fails, the started objects are stopped, and the others are not")
  func startFails() async throws {
    let log = Log()
    let graph = try await graph(log, failingStarts: ["middle"])
    let error = await #expect(throws: LifecycleError.self) { try await graph.start() }
    #expect(log.all == ["start base", "stop base"])
    #expect(error?.phase == .start)
    #expect("\(try #require(error))" == "1 object did not start:\n  LifecycleTests.Middle (Shop/A.swift:3): Refusal()")
  }

  @Test("every stop runs, and all errors are reported in the order in which they occurred")
  func stopsFail() async throws {
    let log = Log()
    let graph = try await graph(log, failingStops: ["top", "base"])
    try await graph.start()
    let error = await #expect(throws: LifecycleError.self) { try await graph.stop() }
    #expect(log.all.suffix(3) == ["stop top", "stop middle", "stop base"])
    #expect(
      "\(try #require(error))" == """
        2 objects did not stop:
          LifecycleTests.Top (Shop/A.swift:1): Refusal()
          LifecycleTests.Base (Shop/A.swift:2): Refusal()
        """)
  }

  @Test("errors of the stops after a failed start are reported with it")
  func bothFail() async throws {
    let graph = try await graph(Log(), failingStarts: ["top"], failingStops: ["base"])
    let error = await #expect(throws: LifecycleError.self) { try await graph.start() }
    #expect(error?.failures.map { "\($0.key?.description ?? "")" } == ["LifecycleTests.Top", "LifecycleTests.Base"])
  }

  @Test("a hook that exceeds its limit is cancelled, and the next hooks run")
  func timeout() async throws {
    let (log, clock) = (Log(), ManualClock())
    let graph = try await Plan(
      Middle.self,
      modules: [
        Bindings { binder in
          binder.bind(Base.init).scoped(.singleton).onStop { _ in log.note("base") }
          binder.bind(Middle.init).scoped(.singleton).onStop(within: .seconds(5)) { _ in
            let forever = AsyncStream<Never> { _ in }
            for await _ in forever {}
            log.note("cancelled \(Task.isCancelled)")
          }
        }
      ]
    ).buildAsync()
    let stopping = Task { try await graph.stop(clock: clock) }
    await clock.sleeper()
    clock.advance(by: .seconds(5))
    let error = await #expect(throws: LifecycleError.self) { try await stopping.value }
    #expect(error?.failures.map { ($0.error as? LifecycleError.TimeoutError)?.limit } == [.seconds(5)])
    #expect(log.all.contains("base"))
  }

  @Test("a hook that ignores its cancellation does not block the others")
  func ignoresCancellation() async throws {
    let (log, clock, gate) = (Log(), ManualClock(), Gate())
    let graph = try await Plan(
      Middle.self,
      modules: [
        Bindings { binder in
          binder.bind(Base.init).scoped(.singleton).onStop { _ in log.note("base") }
          binder.bind(Middle.init).scoped(.singleton).onStop { _ in await gate.pass() }
        }
      ]
    ).buildAsync()
    let stopping = Task { try await graph.stop(clock: clock) }
    await gate.arrivals()
    await clock.sleeper()
    clock.advance(by: .seconds(10))
    await #expect(throws: LifecycleError.self) { try await stopping.value }
    #expect(log.all == ["base"])
    await gate.open()
  }

  @Test("a start that exceeds its limit fails, and the started objects are stopped")
  func startTimeout() async throws {
    let (log, clock, gate) = (Log(), ManualClock(), Gate())
    let graph = try await Plan(
      Middle.self,
      modules: [
        Bindings { binder in
          binder.bind(Base.init).scoped(.singleton).onStart { _ in }.onStop { _ in log.note("base") }
          binder.bind(Middle.init).scoped(.singleton).onStart(within: .seconds(1)) { _ in await gate.pass() }
        }
      ]
    ).buildAsync()
    let starting = Task { try await graph.start(clock: clock) }
    await gate.arrivals()
    await clock.sleeper()
    clock.advance(by: .seconds(1))
    await #expect(throws: LifecycleError.self) { try await starting.value }
    #expect(log.all == ["base"])
    await gate.open()
  }

  @Test("cancelling a start cancels the running hook, and stops the started objects")
  func cancelledStart() async throws {
    let log = Log()
    let running = AsyncStream<Void>.makeStream()
    let graph = try await plan(Middle.self) { binder in
      binder.bind(Base.init).scoped(.singleton).onStart { _ in }.onStop { _ in log.note("stop base") }
      binder.bind(Middle.init).scoped(.singleton).onStart { _ in
        running.continuation.finish()
        // Ends by cancellation only.
        for await _ in AsyncStream<Void>.makeStream().stream {}
        try Task.checkCancellation()
      }
    }.buildAsync()
    let start = Task { try await graph.start(clock: ManualClock()) }
    for await _ in running.stream {}
    start.cancel()
    await #expect(throws: LifecycleError.self) { try await start.value }
    #expect(log.all == ["stop base"])
  }

  @Test("an opened scope starts and stops its own objects only")
  func scope() async throws {
    let log = Log()
    let graph = try await Plan(
      Base.self,
      modules: [
        Bindings { binder in
          binder.scope(.session)
          binder.bind(Base.init).scoped(.singleton).onStart { _ in log.note("start base") }
            .onStop { _ in log.note("stop base") }
          binder.bind(Middle.init).scoped(in: .session).onStart { _ in log.note("start middle") }
            .onStop { _ in log.note("stop middle") }
        }
      ]
    ).buildAsync()
    let session = try graph.open(.session, with: Account("Ada"))
    try await session.start()
    try await session.stop()
    #expect(log.all == ["start middle", "stop middle"])
    try await graph.stop()
    #expect(log.all.count == 2, "an object that was not started is not stopped")
  }

  @Test("opened scopes and inner graphs are stopped before the objects that they hold, the last one first")
  func stopWithOpenScopes() async throws {
    let log = Log()
    let graph = try await Plan(
      Base.self,
      modules: [
        Bindings { binder in
          binder.scope(.session)
          binder.bind(Base.init).scoped(.singleton).onStop { _ in log.note("stop base") }
          binder.bind(String.self) { (account: Account, _: Base) in account.name }.scoped(in: .session)
            .onStop { log.note("stop \($0)") }
        }
      ]
    ).buildAsync()
    let sessions = try ["Ada", "Bea"].map { try graph.open(.session, with: Account($0)) }
    for session in sessions { _ = try await session.resolveAsync(String.self) }
    let bindings = Bindings {
      $0.bind(Int.self) { (_: Base) in 7 }.scoped(.singleton).onStop { log.note("stop \($0)") }
    }
    let inner = try await graph.child(Int.self, modules: [bindings]).buildAsync()
    try await graph.stop()
    #expect(log.all == ["stop 7", "stop Bea", "stop Ada", "stop base"])
    try await inner.stop()
    for session in sessions { try await session.stop() }
    #expect(log.all.count == 4)
  }

  @Test("eager objects are created when the graph is built, dependencies first")
  func eager() throws {
    let log = Log()
    _ = try plan(Int.self) { binder in
      binder.bind(Int.self, to: 0)
      binder.bind(Top.self) { (_: Middle) in
        log.note("top")
        return Top(middle: Middle(base: Base()))
      }.scoped(.singleton).eager()
      binder.bind(Middle.self) {
        log.note("middle")
        return Middle(base: Base())
      }.scoped(.singleton).eager()
    }.build()
    #expect(log.all == ["middle", "top"])
  }

  @Test("eager objects of a custom scope are created when it starts")
  func eagerInScope() async throws {
    let made = Counter()
    let graph = try await Plan(
      Int.self,
      modules: [
        Bindings { binder in
          binder.bind(Int.self, to: 0)
          binder.scope(.session)
          binder.bind(Base.self) {
            made.increment()
            return Base()
          }.scoped(in: .session).eager()
        }
      ]
    ).buildAsync()
    let session = try graph.open(.session, with: Account("Ada"))
    #expect(made.value == 0)
    try await session.start()
    _ = try await session.resolveAsync(Base.self)
    #expect(made.value == 1)
  }

  @Test("an inner graph stops its own objects, and not those of the outer graph")
  func inner() async throws {
    let log = Log()
    let outer = try await graph(log)
    let inner = try await outer.child(
      Int.self,
      modules: [Bindings { $0.bind(Int.self) { (_: Top) in 1 }.scoped(.singleton).onStop { _ in log.note("inner") } }]
    ).buildAsync()
    try await inner.stop()
    #expect(log.all == ["inner"])
  }

  @Test("a failure is reported once, also when a hook of an inner graph stops the outer one")
  func failureOfInner() async throws {
    let outer = try plan(Int.self) { $0.bind(Int.self, to: 1) }.build()
    let graph = Locked<Graph<Int>?>(outer)
    let inner = try outer.child(
      Middle.self,
      modules: [
        Bindings { binder in
          binder.bind(Base.init).scoped(.singleton).onStop { _ in throw Refusal() }
          binder.bind(Middle.init).scoped(.singleton)
            .onStop { _ in try? await graph.withLock { $0 }?.stop() }
        }
      ]
    ).build()
    let error = await #expect(throws: LifecycleError.self) { try await outer.stop() }
    graph.withLock { $0 = nil }
    #expect(error?.failures.count == 1)
    withExtendedLifetime(inner) {}
  }

  @Test("a failure is reported once, also when a hook of a starting inner graph stops the outer one")
  func failureOfStartingInner() async throws {
    let outer = try plan(Int.self) { $0.bind(Int.self, to: 1) }.build()
    let graph = Locked<Graph<Int>?>(outer)
    let inner = try outer.child(
      Middle.self,
      modules: [
        Bindings { binder in
          binder.bind(Base.init).scoped(.singleton).onStart { _ in }.onStop { _ in throw Refusal() }
          binder.bind(Middle.init).scoped(.singleton).onStart { _ in try await graph.withLock { $0 }?.stop() }
        }
      ]
    ).build()
    let error = await #expect(throws: LifecycleError.self) { try await inner.start() }
    graph.withLock { $0 = nil }
    #expect(error?.failures.count == 2)
    #expect(error?.failures.last?.error is Refusal)
  }

  @Test("objects that depend on a replacement are stopped by their own graph")
  func replaced() async throws {
    let log = Log()
    let graph = try await Plan(
      Int.self,
      modules: [
        Bindings { binder in
          binder.bind(Int.self, to: 1)
          binder.bind(String.self) { (number: Int) in "\(number)" }.scoped(.singleton).onStop { log.note($0) }
        }
      ]
    ).buildAsync()
    let other = try graph.replacing(Int.self, with: 2)
    _ = try await (graph.resolveAsync(String.self), other.resolveAsync(String.self))
    try await other.stop()
    #expect(log.all == ["2"])
    try await graph.stop()
    #expect(log.all == ["2", "1"])
  }
}
