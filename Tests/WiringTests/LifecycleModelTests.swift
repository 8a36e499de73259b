import Testing
import Wiring

/// Tasks that start, stop, open, close, resolve, fail and cancel at random, beside what must hold in any order.
@Suite("Random lifecycles")
struct LifecycleModelTests {
  private final class Store: Sendable {}
  private final class Server: Sendable { init(store: Store) {} }
  private final class Cache: Sendable { init(store: Store) {} }
  private final class Worker: Sendable { init(store: Store) {} }
  private final class Basket: Sendable {
    let number: Int
    init(number: Int, store: Store) { self.number = number }
  }
  private final class Connection: Sendable { init(store: Store) {} }

  /// The events of the hooks, in order, and the graphs of a run.
  private struct World: Sendable {
    let log: Log
    let outer: Graph<Int>
    let inner: Graph<String>
    let visits = Locked<[Graph<Int>]>([])
    let owned = Locked<[Owned<Connection>]>([])
  }

  private static let visit = CustomScope<Int>("visit")

  private static func world() throws -> World {
    let (log, failures) = (Log(), Counter())
    let outer = try plan(Int.self) { binder in
      binder.bind(Int.self, to: 0)
      binder.scope(visit, context: Key("number"))
      binder.bind(Store.init).scoped(.singleton)
        .onStart { _ in log.note("start store") }.onStop { _ in log.note("stop store") }
      binder.bind(Server.init).scoped(.singleton)
        .onStart { _ in
          // Each third start fails.
          if failures.increment().isMultiple(of: 3) { throw Refusal() }
          await Task.yield()
          log.note("start server")
        }.onStop { _ in log.note("stop server") }
      binder.bind(Cache.init).scoped(.singleton).onStop { _ in log.note("stop cache") }
      binder.bind(Basket.init).from(Key("number"), .unqualified).scoped(in: visit)
        .onStop { basket in log.note("stop basket \(basket.number)") }
      binder.bind(Connection.init).onStop { _ in log.note("stop connection") }
    }.build()
    let inner = try outer.child(
      String.self,
      modules: [
        MoreBindings { binder in
          binder.bind(String.self, to: "")
          binder.bind(Worker.init).scoped(.singleton)
            .onStart { _ in log.note("start worker") }.onStop { _ in log.note("stop worker") }
        }
      ]
    ).build()
    return World(log: log, outer: outer, inner: inner)
  }

  @Test("each hook runs once for each start and stop, in the order of dependencies", arguments: 1...40)
  func alternation(seed: UInt64) async throws {
    // Given
    let world = try Self.world()
    // When
    await withTaskGroup { group in
      for task: UInt64 in 0..<4 {
        group.addTask {
          var random = SplitMix64(seed: seed * 10 + task)
          for step in 0..<15 { await Self.act(step + Int(task) * 100, on: world, using: &random) }
        }
      }
    }
    try? await world.outer.stop()
    for owned in world.owned.withLock({ $0 }) { try? await owned.stop() }
    // Then
    let events = world.log.all
    var started: Set<String> = []
    for event in events {
      let (verb, object) = (event.prefix { $0 != " " }, String(event.drop { $0 != " " }.dropFirst()))
      guard ["store", "server", "worker"].contains(object) else { continue }
      if verb == "start" {
        #expect(started.insert(object).inserted, "seed \(seed): \(object) was started twice: \(events)")
      } else {
        #expect(started.remove(object) != nil, "seed \(seed): \(object) was stopped without a start: \(events)")
      }
      if object == "server", verb == "start" { #expect(started.contains("store"), "seed \(seed): \(events)") }
      if object == "store", verb == "stop" { #expect(!started.contains("server"), "seed \(seed): \(events)") }
    }
    #expect(started.isEmpty, "seed \(seed): still started: \(events)")
    let baskets = events.filter { $0.hasPrefix("stop basket") }
    #expect(Set(baskets).count == baskets.count, "seed \(seed): a basket was stopped twice: \(events)")
    for graph in world.visits.withLock({ $0 }) {
      #expect(baskets.contains("stop basket \(graph.root)"), "seed \(seed): basket \(graph.root) was not stopped")
    }
    let owned = world.owned.withLock { $0.count }
    #expect(events.count { $0 == "stop connection" } == owned, "seed \(seed): \(events)")
  }

  private static func act(_ number: Int, on world: World, using random: inout SplitMix64) async {
    switch Int.random(in: 0..<10, using: &random) {
    case 0, 1: try? await world.outer.start()
    case 2: try? await world.outer.stop()
    case 3: try? await world.inner.start()
    case 4: try? await world.inner.stop()
    case 5:
      // Closed at once, or kept to the end.
      guard let visit = try? world.outer.open(visit, with: number), (try? visit.resolve(Basket.self)) != nil else {
        return
      }
      if Bool.random(using: &random) { world.visits.withLock { $0.append(visit) } }
    case 6: _ = try? world.outer.resolve(Cache.self)
    case 7:
      let start = Task { try? await world.outer.start() }
      start.cancel()
      await start.value
    case 8:
      guard let owned = try? world.outer.resolve(Owned<Connection>.self) else { return }
      world.owned.withLock { $0.append(owned) }
    default:
      guard let owned = world.owned.withLock({ $0.randomElement(using: &random) }) else { return }
      async let first: Void = owned.stop()
      async let second: Void = owned.stop()
      _ = try? await (first, second)
    }
  }
}
