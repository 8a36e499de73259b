import Testing
import Wiring

@Suite("A graph that differs in one object")
struct ReplacingTests {
  private func garage() throws -> Graph<Car> {
    try plan(Car.self) { binder in
      binder.bind((any Engine).self, Diesel.init).scoped(.singleton)
      binder.bind(Gearbox.init).scoped(.singleton)
      binder.bind(Car.init).scoped(.singleton)
      binder.bind(String.self) { "shared" }.scoped(.singleton)
    }.build()
  }

  @Test("objects that depend on the replaced one are created anew, and the others are shared")
  func anew() throws {
    let graph = try plan(String.self) { binder in
      binder.bind((any Engine).self, Diesel.init).scoped(.singleton)
      binder.bind(Gearbox.init).scoped(.singleton)
      binder.bind(Gearbox.self) { Gearbox(engine: Diesel()) }.named(Key("other")).scoped(.singleton)
      binder.bind(String.self) { (_: Gearbox) in "" }
    }.build()
    let engine = Diesel()
    let other = try graph.replacing((any Engine).self, with: engine)
    #expect(try other.resolve(Gearbox.self).engine === engine)
    #expect(try other.resolve(named: Key<Gearbox>("other")) === graph.resolve(named: Key<Gearbox>("other")))
    #expect(try graph.resolve(Gearbox.self).engine !== engine)
  }

  @Test("both graphs remain usable, each with its own objects")
  func sideBySide() throws {
    let graph = try garage()
    let engine = Diesel()
    let other = try graph.replacing((any Engine).self, with: engine)
    #expect(try other.resolve(Car.self) === other.resolve(Car.self))
    #expect(try other.resolve(Car.self).engine === engine)
    #expect(try other.resolve(Car.self).gearbox.engine === engine)
    #expect(try graph.resolve(Car.self) === graph.root)
    #expect(graph.root.engine !== engine)
  }

  @Test("decorators wrap the new object, as they wrap an override's")
  func decorators() throws {
    let modules = [
      Bindings { binder in
        binder.bind(Int.self) { 1 }.scoped(.singleton)
        binder.decorate(Int.self) { (inner: Int) in inner * 10 }
        binder.bind(String.self) { (number: Int) in "\(number)" }
      }
    ]
    let replaced = try Plan(String.self, modules: modules).build().replacing(Int.self, with: 2)
    let overridden = try Plan(String.self, modules: modules, overrides: { $0.replace(Int.self, with: 2) }).build()
    #expect(try replaced.resolve(String.self) == overridden.root)
    #expect(overridden.root == "20")
  }

  @Test("replacing a missing binding is an error")
  func missing() throws {
    #expect(throws: ResolutionError.self) { _ = try garage().replacing(Double.self, with: 1) }
  }

  @Test("an object that depends on the replaced one through a handle is created anew")
  func throughHandles() throws {
    let graph = try plan(Ring.self) { binder in
      binder.bind((any Engine).self, Diesel.init).scoped(.singleton)
      binder.bind(Ring.init).scoped(.singleton)
      binder.bind(Stone.init).scoped(.singleton)
    }.build()
    let engine = Diesel()
    let other = try graph.replacing((any Engine).self, with: engine)
    let ring = try other.resolve(Ring.self)
    #expect(try ring.stone().engine === engine)
    #expect(try ring.stone().ring === ring)
    #expect(try graph.root.stone().engine !== engine)
  }

  @Test("the object of an opaque factory is created anew, since it may depend on the replaced one")
  func opaque() throws {
    let graph = try plan(String.self) { binder in
      binder.bind(Int.self, to: 1)
      binder.bind(String.self, resolving: { "\(try $0.resolve(Int.self))" }).scoped(.singleton)
    }.build()
    #expect(try graph.replacing(Int.self, with: 2).resolve(String.self) == "2")
    #expect(graph.root == "1")
  }

  @Test("a replacement in an inner graph affects bindings of the outer graph")
  func inner() throws {
    let inner = try garage().child(Int.self, modules: [Bindings { $0.bind(Int.self) { (_: Car) in 1 } }]).build()
    let engine = Diesel()
    #expect(try inner.replacing((any Engine).self, with: engine).resolve(Car.self).gearbox.engine === engine)
  }

  @Test("in a graph with replacements another object can be replaced")
  func twice() throws {
    let engine = Diesel()
    let other = try garage().replacing((any Engine).self, with: engine).replacing(String.self, with: "other")
    #expect(try other.resolve(Car.self).engine === engine)
    #expect(try other.resolve(String.self) == "other")
  }

  @Test("in an opened scope the context can be replaced")
  func context() throws {
    let session = try sessions().open(.session, with: Account("Ada"))
    let other = try session.replacing(Account.self, with: Account("Grace"))
    #expect(try other.resolve(Account.self).name == "Grace")
    #expect(try other.resolve(Basket.self).account.name == "Grace")
    #expect(try session.resolve(Basket.self).account.name == "Ada")
  }

  @Test("a scope that is opened in a graph with replacements has them")
  func opened() throws {
    let graph = try sessions().replacing(Int.self, with: 2)
    #expect(try graph.open(.session, with: Account("Ada")).resolve(Basket.self).size == 2)
  }

  @Test("an object that was replaced stays so in each graph within, also where it would be created anew")
  func stays() throws {
    let account = Account("fake")
    let basket = Basket(account: account, size: 0, engine: Diesel())
    let scope = try sessions().replacing(Basket.self, with: basket).open(.session, with: Account("Ada"))
    #expect(try scope.resolve(Basket.self) === basket)
    #expect(try scope.resolve(Receipt.self).basket === basket)
    let gearbox = Gearbox(engine: Diesel())
    let engine = Diesel()
    let other = try garage().replacing(Gearbox.self, with: gearbox).replacing((any Engine).self, with: engine)
    #expect(try other.resolve(Car.self).gearbox === gearbox)
    #expect(try other.resolve(Car.self).engine === engine)
    let inner = try garage().replacing(Gearbox.self, with: gearbox)
      .child(Int.self, modules: [Bindings { $0.bind(Int.self) { (_: Car) in 1 } }]).build()
    #expect(try inner.replacing((any Engine).self, with: engine).resolve(Car.self).gearbox === gearbox)
    let again = Gearbox(engine: Diesel())
    #expect(try other.replacing(Gearbox.self, with: again).resolve(Car.self).gearbox === again)
  }

  @Test("an opaque binding that was replaced stays so, whatever else is replaced or opened")
  func staysOpaque() throws {
    let graph = try plan(Int.self) { binder in
      binder.bind(Int.self, to: 1)
      binder.scope(.session)
      binder.bind(String.self, resolving: { "\(try $0.resolve(Int.self))" })
      binder.bind(Double.self) { (_: String) in 1 }
    }.build().replacing(String.self, with: "fake")
    #expect(try graph.replacing(Int.self, with: 2).resolve(String.self) == "fake")
    #expect(try graph.open(.session, with: Account("Ada")).resolve(String.self) == "fake")
  }

  @Test("an asynchronous object is created anew")
  func asynchronous() async throws {
    let graph = try await Plan(
      String.self,
      modules: [
        Bindings { binder in
          binder.bind(Int.self, to: 1)
          binder.bind(String.self, async: { (number: Int) async in "\(number)" }).scoped(.singleton)
        }
      ]
    ).buildAsync()
    #expect(try await graph.replacing(Int.self, with: 2).resolveAsync(String.self) == "2")
  }
}

private final class Ring: Sendable {
  let stone: Provider<Stone>
  init(stone: Provider<Stone>) { self.stone = stone }
}

private final class Stone: Sendable {
  let ring: Ring
  let engine: any Engine
  init(ring: Ring, engine: any Engine) { (self.ring, self.engine) = (ring, engine) }
}

/// Creates a graph with sessions, each with an account and a basket.
func sessions() throws -> Graph<Int> {
  try plan(Int.self) { binder in
    binder.bind(Int.self) { 1 }
    binder.scope(.session)
    binder.bind((any Engine).self, Diesel.init).scoped(.singleton)
    binder.bind(Basket.init).scoped(in: .session)
    binder.bind(Receipt.init)
  }.build()
}

extension CustomScope where Context == Account {
  static var session: Self { CustomScope("session") }
}

final class Account: Sendable {
  let name: String
  init(_ name: String) { self.name = name }
}

final class Basket: Sendable {
  let account: Account
  let size: Int
  let engine: any Engine
  init(account: Account, size: Int, engine: any Engine) {
    (self.account, self.size, self.engine) = (account, size, engine)
  }
}

struct Receipt: Sendable {
  let basket: Basket
  init(basket: Basket) { self.basket = basket }
}
