import Dispatch
import Testing
import Wiring
import WiringTesting

protocol Brewer: AnyObject, Sendable {
  var drink: String { get }
}

final class Espresso: Brewer {
  let drink: String
  init(drink: String = "espresso") { self.drink = drink }
}

/// A brewer for tests.
final class InstantCoffee: Brewer {
  let drink = "instant"
}

/// Two places that use a brewer.
private final class Bar: Sendable {
  let brewer: any Brewer
  init(brewer: any Brewer) { self.brewer = brewer }
}

private final class Tearoom: Sendable {
  let bar: Bar
  let brewer: any Brewer
  init(bar: Bar, brewer: any Brewer) { (self.bar, self.brewer) = (bar, brewer) }
}

/// A view-model whose caller passes nothing.
private struct MenuModel {
  let brewer: any Brewer
  init(brewer: any Brewer = injected((any Brewer).self, or: InstantCoffee())) { self.brewer = brewer }
}

@MainActor private final class Counterboard {
  let title = "Today"
}

/// Scopes, injection and concurrency, as the tests of Factory show them.
@Suite("What users of Factory rely on")
struct FactoryExpectations {
  private func graph(_ scope: Scope, made: Counter = Counter()) throws -> Graph<NoRoot> {
    try plan { binder in
      binder.bind((any Brewer).self) {
        made.increment()
        return Espresso()
      }.scoped(scope)
      binder.bind(Bar.init)
      binder.bind(Tearoom.init)
    }.build()
  }

  @Test("A unique factory makes a new object for each use, and is the default")
  func unique() throws {
    let graph = try plan { $0.bind((any Brewer).self) { Espresso() } }.build()

    #expect(try graph.resolve((any Brewer).self) !== graph.resolve((any Brewer).self))
  }

  @Test("A cached factory makes one object for its container")
  func cached() throws {
    let graph = try graph(.singleton)

    #expect(try graph.resolve((any Brewer).self) === graph.resolve((any Brewer).self))
  }

  @Test("A shared factory shares its object only while a consumer keeps it")
  func shared() throws {
    let made = Counter()
    let graph = try graph(.weak, made: made)

    do {
      let bar = try graph.resolve(Bar.self)
      #expect(try graph.resolve((any Brewer).self) === bar.brewer)
    }
    _ = try graph.resolve((any Brewer).self)

    #expect(made.value == 2)
  }

  @Test("A graph factory shares its object among all that one resolution makes")
  func graphScope() throws {
    let graph = try graph(.graph)

    let (first, second) = try (graph.resolve(Tearoom.self), graph.resolve(Tearoom.self))

    #expect(first.brewer === first.bar.brewer)
    #expect(first.brewer !== second.brewer)
  }

  @Test(
    "A singleton belongs to its graph, not to the process",
    .differs("Sources/Wiring/Wiring.docc/Scopes.md#what-was-rejected"))
  func singleton() throws {
    let plan = try plan { $0.bind((any Brewer).self) { Espresso() }.scoped(.singleton) }

    let (first, second) = try (plan.build(), plan.build())

    #expect(try first.resolve((any Brewer).self) !== second.resolve((any Brewer).self))
  }

  @Test(
    "A clean start is a new graph, rather than a reset of a shared container",
    .differs("Sources/Wiring/Wiring.docc/Injection.md#what-was-rejected"))
  func reset() throws {
    let made = Counter()
    let plan = try plan { $0.bind(Int.self) { made.increment() }.scoped(.singleton) }
    let used = try plan.build()
    #expect(try used.resolve(Int.self) == 1)

    let clean = try plan.build()

    #expect(try clean.resolve(Int.self) == 2)
    #expect(try used.resolve(Int.self) == 1)
  }

  @Test("A singleton that many threads ask for at once is made once")
  func contention() throws {
    let made = Counter()
    let seen = Identities()
    let graph = try graph(.singleton, made: made)

    DispatchQueue.concurrentPerform(iterations: 64) { _ in
      if let brewer = try? graph.resolve((any Brewer).self) { seen.insert(brewer) }
    }

    #expect(made.value == 1)
    #expect(seen.count == 1)
  }

  @Test("A lazily injected object is made on first access, and says whether it was")
  func lazyInjected() throws {
    let lazy = try graph(.transient).resolve(Lazy<any Brewer>.self)
    #expect(!lazy.isMade)

    let first = try lazy.value

    #expect(lazy.isMade)
    #expect(try lazy.value === first)
  }

  @Test("Threads that race to a lazily injected object make it once")
  func lazyRace() throws {
    let made = Counter()
    let lazy = try graph(.transient, made: made).resolve(Lazy<any Brewer>.self)

    DispatchQueue.concurrentPerform(iterations: 32) { _ in _ = try? lazy.value }

    #expect(made.value == 1)
  }

  @Test("A dynamically injected object is resolved at each access")
  func dynamicInjected() throws {
    let provider = try graph(.transient).resolve(Provider<any Brewer>.self)

    #expect(try provider() !== provider())
  }

  @Test("A holder that asks anew at each use does not keep a weakly shared object alive")
  func weakInjected() throws {
    let provider = try graph(.weak).resolve(Provider<any Brewer>.self)
    weak var brewer: (any Brewer)?

    brewer = try provider()

    #expect(brewer == nil)
  }

  @Test("An object gets its dependency without an argument from its caller")
  func injectedDefault() throws {
    let graph = try graph(.singleton)

    let model = graph.perform { MenuModel() }

    #expect(try model.brewer === graph.resolve((any Brewer).self))
  }

  @Test(
    "Outside a graph there is no container to inject from, and the default is used",
    .differs("Sources/Wiring/Wiring.docc/Injection.md#the-current-graph"))
  func noGlobalContainer() {
    let model = MenuModel()

    #expect(model.brewer is InstantCoffee)
  }

  @Test("A factory of the main actor makes its object there")
  @MainActor func mainActor() throws {
    let plan = try plan { $0.main.bind(Counterboard.init).scoped(.singleton) }
    let graph = try plan.buildOnMainActor()

    let board = try graph.resolveOnMainActor(Counterboard.self)

    #expect(try board === graph.resolveOnMainActor(Counterboard.self))
    #expect(board.title == "Today")
  }

  @Test("A factory that makes nothing yet gives nil")
  func optionalFactory() throws {
    let graph = try plan { $0.bind((any Brewer)?.self) { nil } }.build()

    #expect(try graph.resolve((any Brewer)?.self) == nil)
  }

  @Test("Two factories of one type are two factories")
  func sameType() throws {
    let graph = try plan { binder in
      binder.bind((any Brewer).self) { Espresso(drink: "espresso") }.named(Key("morning"))
      binder.bind((any Brewer).self) { Espresso(drink: "decaf") }.named(Key("evening"))
    }.build()

    #expect(try graph.resolve(named: Key<any Brewer>("morning")).drink == "espresso")
    #expect(try graph.resolve(named: Key<any Brewer>("evening")).drink == "decaf")
  }

  @Test("A trace lists what a resolution made, and for whom")
  func trace() throws {
    let timeline = Timeline()
    let plan = try Plan(
      Tearoom.self,
      modules: [
        Bindings { binder in
          binder.bind((any Brewer).self) { Espresso() }.scoped(.graph)
          binder.bind(Bar.init)
          binder.bind(Tearoom.init)
        }
      ])

    _ = try plan.build(recording: timeline)

    #expect(timeline.entries.map { "\($0.key)" } == ["Tearoom", "Bar", "any Brewer"])
    #expect(timeline.entries.map(\.parent) == [nil, 0, 1])
  }
}
