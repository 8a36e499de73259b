import Testing
import Wiring

@Suite("Asynchronous objects")
struct AsyncTests {
  /// Creates a plan with one asynchronous singleton.
  private func plan(_ make: @escaping @concurrent @Sendable () async throws -> any Engine) throws -> Plan<String> {
    try Plan(
      String.self,
      modules: [
        Bindings { binder in
          binder.bind(String.self, to: "")
          binder.bind((any Engine).self, async: make).scoped(.singleton)
          binder.bind(Gearbox.init)
        }
      ])
  }

  @Test("a consumer of an asynchronous object is asynchronous, too")
  func contagion() async throws {
    let graph = try await plan { Diesel() }.buildAsync()
    #expect(try await graph.resolveAsync(Gearbox.self).engine === graph.resolveAsync((any Engine).self))
  }

  @Test("a synchronous look-up gets an error with advice")
  func atOnce() throws {
    let graph = try Self.built(plan { Diesel() })
    #expect {
      _ = try graph.resolve(Gearbox.self)
    } throws: {
      ($0 as? ResolutionError)?.message
        == "'Gearbox' is created asynchronously; use buildAsync, resolveAsync or openAsync, or depend on () async throws -> Gearbox"
    }
  }

  @Test("an asynchronous root cannot be built synchronously")
  func builtAtOnce() throws {
    let plan = try Plan(Int.self, modules: [Bindings { $0.bind(Int.self, async: { () async in 1 }) }])
    #expect(throws: ResolutionError.self) { _ = try Self.built(plan) }
  }

  @Test("concurrent requests create a singleton once")
  func once() async throws {
    let (made, gate) = (Counter(), Gate())
    let graph = try await plan {
      made.increment()
      await gate.pass()
      return Diesel()
    }.buildAsync()
    try await withThrowingTaskGroup(of: ObjectIdentifier.self) { group in
      for _ in 0..<20 { group.addTask { ObjectIdentifier(try await graph.resolveAsync(Gearbox.self).engine) } }
      await gate.arrivals()
      await gate.open()
      var seen: Set<ObjectIdentifier> = []
      for try await engine in group { seen.insert(engine) }
      #expect(seen.count == 1)
    }
    #expect(made.value == 1)
  }

  @Test("after a failure the next request creates the object")
  func retry() async throws {
    let attempts = Counter()
    let graph = try await plan {
      if attempts.increment() == 1 { throw Refusal() }
      return Diesel()
    }.buildAsync()
    await #expect(throws: Refusal()) { _ = try await graph.resolveAsync(Gearbox.self) }
    _ = try await graph.resolveAsync(Gearbox.self)
    #expect(attempts.value == 2)
  }

  @Test("after a failure a waiting task creates the object")
  func failureHandsOver() async throws {
    let (attempts, gate) = (Counter(), Gate())
    let graph = try await plan {
      guard attempts.increment() == 1 else { return Diesel() }
      await gate.pass()
      throw Refusal()
    }.buildAsync()
    let first = Task { try await graph.resolveAsync(Gearbox.self) }
    await gate.arrivals()
    let second = Task { try await graph.resolveAsync(Gearbox.self) }
    await gate.open()
    await #expect(throws: Refusal()) { try await first.value }
    await #expect(throws: Never.self) { try await second.value }
    #expect(attempts.value == 2)
  }

  @Test("after a cancellation a waiting task creates the object")
  func cancelledCreator() async throws {
    let (attempts, gate) = (Counter(), Gate())
    let graph = try await plan {
      if attempts.increment() == 1 { await gate.pass() }
      try Task.checkCancellation()
      return Diesel()
    }.buildAsync()
    let first = Task { try await graph.resolveAsync(Gearbox.self) }
    await gate.arrivals()
    let second = Task { try await graph.resolveAsync(Gearbox.self) }
    first.cancel()
    await gate.open()
    await #expect(throws: CancellationError.self) { try await first.value }
    await #expect(throws: Never.self) { try await second.value }
  }

  @Test("a cancelled waiter stops waiting, and the graph remains usable")
  func cancelledWaiter() async throws {
    let gate = Gate()
    let graph = try await plan {
      await gate.pass()
      return Diesel()
    }.buildAsync()
    let creator = Task { try await graph.resolveAsync(Gearbox.self) }
    await gate.arrivals()
    let waiter = Task { try await graph.resolveAsync(Gearbox.self) }
    waiter.cancel()
    // The gate is closed: only the cancellation ends the wait.
    await #expect(throws: CancellationError.self) { try await waiter.value }
    await gate.open()
    #expect(try await creator.value.engine === graph.resolveAsync((any Engine).self))
  }

  @Test("two child tasks of one factory that request the same singleton are no cycle")
  func childTasks() async throws {
    typealias Later = @Sendable () async throws -> any Engine
    let made = Counter()
    let graph = try await Plan(
      Bool.self,
      modules: [
        Bindings { binder in
          binder.bind(
            (any Engine).self,
            async: { () async in
              made.increment()
              await Task.yield()
              return Diesel()
            }
          ).scoped(.singleton)
          binder.bind(
            Bool.self,
            async: { (engine: @escaping Later) async throws in
              async let (left, right) = (engine(), engine())
              return try await left === right
            }
          ).scoped(.singleton)
        }
      ]
    ).buildAsync()
    #expect(graph.root)
    #expect(made.value == 1)
  }

  @Test("singletons that await each other through handles get an error, not a deadlock", arguments: 0..<20)
  func cycle(round: Int) async throws {
    typealias Later<Value> = @Sendable () async throws -> Value
    let graph = try await Plan(
      Bool.self,
      modules: [
        Bindings { binder in
          binder.bind(Bool.self, to: true)
          binder.bind(Int.self, async: { (text: @escaping Later<String>) async throws in try await text().count })
            .scoped(.singleton)
          binder.bind(String.self, async: { (number: @escaping Later<Int>) async throws in "\(try await number())" })
            .scoped(.singleton)
        }
      ]
    ).buildAsync()
    let number = Task { try await graph.resolveAsync(Int.self) }
    let text = Task { try await graph.resolveAsync(String.self) }
    await #expect(throws: ResolutionError.self) { try await number.value }
    await #expect(throws: ResolutionError.self) { try await text.value }
  }

  @Test("graphs that await each other's singletons get an error, not a deadlock")
  func cycleOfGraphs() async throws {
    let others = Locked<[Int: Graph<Bool>]>([:])
    for index in 0..<2 {
      let graph = try await Plan(
        Bool.self,
        modules: [
          Bindings { binder in
            binder.bind(Bool.self, to: true)
            binder.bind(
              Int.self,
              async: { () async throws in
                try await others.withLock { $0[1 - index] }?.resolveAsync(Int.self) ?? 0
              }
            ).scoped(.singleton)
          }
        ]
      ).buildAsync()
      others.withLock { $0[index] = graph }
    }
    let (first, second) = (others.withLock { $0[0] }, others.withLock { $0[1] })
    let one = Task { try await first?.resolveAsync(Int.self) }
    let two = Task { try await second?.resolveAsync(Int.self) }
    await #expect(throws: ResolutionError.self) { try await one.value }
    await #expect(throws: ResolutionError.self) { try await two.value }
    others.withLock { $0 = [:] }
  }

  @Test("objects of the scope graph are shared within an asynchronous resolution")
  func frame() async throws {
    let graph = try await Plan(
      Car.self,
      modules: [
        Bindings { binder in
          binder.bind((any Engine).self, async: { () async in Diesel() }).scoped(.graph)
          binder.bind(Gearbox.init)
          binder.bind(Car.init)
        }
      ]
    ).buildAsync()
    #expect(graph.root.engine === graph.root.gearbox.engine)
    #expect(try await graph.resolveAsync(Car.self).engine !== graph.root.engine)
  }

  @Test("an actor is created by its asynchronous initializer")
  func actors() async throws {
    let graph = try await Plan(
      Ledgerer.self,
      modules: [
        Bindings { binder in
          binder.bind((any Engine).self, Diesel.init)
          binder.bind(async: Ledgerer.init).scoped(.singleton)
        }
      ]
    ).buildAsync()
    #expect(try await graph.resolveAsync(Ledgerer.self) === graph.root)
  }

  private static func built<Root>(_ plan: Plan<Root>) throws -> Graph<Root> { try plan.build() }
}

private actor Ledgerer {
  let engine: any Engine
  init(engine: any Engine) async throws { self.engine = engine }
}
