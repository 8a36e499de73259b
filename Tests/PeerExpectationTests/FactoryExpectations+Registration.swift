import Testing
import Wiring
import WiringMacros
import WiringTesting

private struct Order: Sendable, Equatable {
  let drink: String
  let size: Int
}

/// A ticket whose number comes from its caller, and whose shop from the graph.
struct Ticket {
  let text: String

  @AssistedFactory("number")
  init(number: Int, shop: String) {
    text = "\(shop) \(number)"
  }
}

/// A module that counts how often it is asked for its bindings.
private struct CountingModule: Module {
  let configured: Counter

  func configure(_ binder: inout Binder) {
    configured.increment()
    binder.bind((any Brewer).self) { Espresso() }
  }
}

/// Needs itself, by way of a second object.
private final class Roaster: Sendable { init(buyer: Buyer) {} }
private final class Buyer: Sendable { init(roaster: Roaster) {} }

/// Registrations, parameters, contexts and containers for tests.
extension FactoryExpectations {
  private static let bindings: @Sendable (inout Binder) -> Void = { binder in
    binder.bind((any Brewer).self) { Espresso() }.scoped(.singleton)
    binder.bind(String.self) { (brewer: any Brewer) in "a cup of \(brewer.drink)" }
  }

  @Test("A registered mock takes the place of the factory's own object, for all that use it")
  func mock() throws {
    let plan = try plan(overrides: { $0.replace((any Brewer).self, with: InstantCoffee()) }, Self.bindings)

    let cup = try plan.build().resolve(String.self)

    #expect(cup == "a cup of instant")
  }

  @Test("A mock that is registered by a closure keeps the scope of the factory")
  func mockKeepsScope() throws {
    let graph = try plan(overrides: { $0.replace((any Brewer).self) { InstantCoffee() } }, Self.bindings).build()

    #expect(try graph.resolve((any Brewer).self) === graph.resolve((any Brewer).self))
  }

  @Test(
    "A registration in a running container is a second graph, and the first one does not change",
    .differs("Sources/Wiring/Wiring.docc/GraphsInGraphs.md#late-registration"))
  func registrationWhileRunning() throws {
    let graph = try plan(Self.bindings).build()
    let before = try graph.resolve((any Brewer).self)

    let replaced = try graph.replacing((any Brewer).self, with: InstantCoffee())

    #expect(try replaced.resolve(String.self) == "a cup of instant")
    #expect(try graph.resolve((any Brewer).self) === before)
  }

  @Test("Registrations are pushed on top of others, and popped")
  func pushAndPop() throws {
    let bottom = try plan(Self.bindings).build()

    let middle = try bottom.replacing((any Brewer).self, with: Espresso(drink: "lungo"))
    let top = try middle.replacing((any Brewer).self, with: InstantCoffee())

    #expect(try top.resolve(String.self) == "a cup of instant")
    #expect(try middle.resolve(String.self) == "a cup of lungo")
    #expect(try bottom.resolve(String.self) == "a cup of espresso")
  }

  @Test("A parameter of the call reaches the factory")
  func parameter() throws {
    let graph = try plan { binder in
      binder.bind(Int.self, to: 2)
      binder.factory { (drink: String) in { (size: Int) in Order(drink: drink, size: size) } }
    }.build()

    let order = try graph.resolve(Factory<Order, String>.self)("tea")

    #expect(order == Order(drink: "tea", size: 2))
  }

  @Test("A mock replaces a factory with a parameter, and receives the parameter")
  func parameterMock() throws {
    let mock = Factory<Order, String> { Order(drink: "mock \($0)", size: 0) }
    let plan = try plan(overrides: { $0.replace(Factory<Order, String>.self, with: mock) }) { binder in
      binder.factory { (drink: String) in { () in Order(drink: drink, size: 1) } }
    }

    let order = try plan.build().resolve(Factory<Order, String>.self)("tea")

    #expect(order.drink == "mock tea")
  }

  @Test(
    "Each call with a parameter makes an object: nothing is cached by the parameter",
    .differs("Sources/Wiring/Wiring.docc/Arguments.md#rules"))
  func parameterScope() throws {
    let graph = try plan { binder in
      binder.factory { (drink: String) in { () in Espresso(drink: drink) } }
    }.build()
    let factory = try graph.resolve(Factory<Espresso, String>.self)

    let (first, second) = (try factory("lungo"), try factory("lungo"))

    #expect(first !== second)
  }

  @Test("A parameter has a label where the factory is generated from the initializer")
  func labelledParameter() throws {
    let graph = try plan { binder in
      binder.bind(String.self, to: "Corner café")
      binder.bind(Ticket.Factory.self) { (shop: Provider<String>) in Ticket.Factory(shop: shop) }
    }.build()

    let ticket = try graph.resolve(Ticket.Factory.self)(number: 7)

    #expect(ticket.text == "Corner café 7")
  }

  @Test("A context selects its own registration", arguments: [(Profile.test, "instant"), ("preview", "decaf")])
  func context(profile: Profile, drink: String) throws {
    let graph = try plan(profile: profile) { binder in
      binder.bind((any Brewer).self) { Espresso() }.unless(.test, "preview")
      binder.bind((any Brewer).self) { InstantCoffee() }.when(.test)
      binder.bind((any Brewer).self) { Espresso(drink: "decaf") }.when("preview")
    }.build()

    #expect(try graph.resolve((any Brewer).self).drink == drink)
  }

  @Test("Without its context the original registration is used")
  func noContext() throws {
    let graph = try plan { binder in
      binder.bind((any Brewer).self) { Espresso() }.byDefault()
      binder.bind((any Brewer).self) { InstantCoffee() }.when(.test)
    }.build()

    #expect(try graph.resolve((any Brewer).self) is Espresso)
  }

  @Test("A launch argument selects a registration", arguments: [true, false])
  func launchArgument(isDemo: Bool) throws {
    let graph = try plan { binder in
      binder.bind((any Brewer).self) { Espresso() }.byDefault()
      binder.bind((any Brewer).self) { InstantCoffee() }.when(isDemo, "the program shows a demo")
    }.build()

    #expect(try graph.resolve((any Brewer).self) is InstantCoffee == isDemo)
  }

  @Test(
    "A decorator sees an object when it is made, not each time it is handed out",
    .differs("Sources/Wiring/Wiring.docc/Injection.md#rules"))
  func decorator() throws {
    let log = Log()
    let graph = try plan { binder in
      binder.bind((any Brewer).self) { Espresso() }.scoped(.singleton)
        .then { (brewer: any Brewer) in log.note(brewer.drink) }
    }.build()

    _ = try (graph.resolve((any Brewer).self), graph.resolve((any Brewer).self))

    #expect(log.all == ["espresso"])
  }

  @Test(
    "A circular dependency is refused with its chain before anything runs, rather than ending the program",
    .differs("docs/errors/W002.md#why-it-is-an-error"))
  func circularDependency() throws {
    let problem = try #require(
      problems(
        of: try plan { binder in
          binder.bind(Roaster.init)
          binder.bind(Buyer.init)
        }
      ).first)

    #expect(problem.code == .cycle)
    #expect(problem.path == ["Buyer", "Roaster", "Buyer"])
  }

  @Test(
    "A promise that no module keeps is an error of the plan, rather than nil",
    .differs("Sources/Wiring/Wiring.docc/Declaring.md#modules"))
  func brokenPromise() throws {
    let problem = try #require(problems(of: try plan { $0.requires((any Brewer).self) }).first)

    #expect(problem.code == .missing)
    #expect(problem.summary == "nothing provides 'any Brewer'")
  }

  @Test("Registrations are made once, before the first resolution")
  func automaticRegistration() throws {
    let configured = Counter()
    let graph = try Plan((any Brewer).self, modules: [CountingModule(configured: configured)]).build()

    _ = try (graph.resolve((any Brewer).self), graph.resolve((any Brewer).self))

    #expect(configured.value == 1)
  }

  @Test(
    "Each case of a test has a container of its own",
    .wired(modules: [Bindings { $0.bind(Counter.init).scoped(.singleton) }]), arguments: 0..<20)
  func containerPerTest(_ number: Int) async throws {
    let counter = try Wired.resolve(Counter.self)

    #expect(counter.increment() == 1)
    #expect(try Wired.resolve(Counter.self) === counter)
  }
}
