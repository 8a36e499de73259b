import Testing
import Wiring

@Suite("Guide: lists and decorators")
struct ListsAndDecoratorsGuide {
  // guide: example
  protocol Topping: Sendable {
    var name: String { get }
  }

  struct Olives: Topping { let name = "olives" }
  struct Capers: Topping { let name = "capers" }

  struct Pizza: Sendable {
    let all: [any Topping]  // in the order of declaration
    let byName: [String: any Topping]  // those that were given a name
  }

  struct ToppingsModule: Module {
    func configure(_ binder: inout Binder) {
      binder.contribute(to: (any Topping).self, Olives.init)
      binder.contribute(to: (any Topping).self, named: "capers", Capers.init)
      binder.bind(Pizza.init)
    }
  }
  // end

  @Test func example() throws {
    // guide: use
    let pizza = try Plan(Pizza.self, modules: [ToppingsModule()]).build().root
    #expect(pizza.all.map(\.name) == ["olives", "capers"])
    #expect(pizza.byName.keys.sorted() == ["capers"])
    // end
  }

  @Test func empty() throws {
    let module = TestModule<Self> { binder in
      // guide: may-be-empty
      binder.mayBeEmpty((any Topping).self)
      // end
    }
    #expect(try Plan([any Topping].self, modules: [module]).build().root.isEmpty)
  }

  struct Menu: Sendable {
    let all: [Lazy<any Topping>]
    let green: [any Topping]
  }

  @Test func subsets() throws {
    let module = TestModule<Self> { binder in
      binder.contribute(to: (any Topping).self, Capers.init)
      // guide: subsets
      binder.contribute(to: (any Topping).self, Olives.init).tagged(Key("green"))
      binder.bind(Menu.init).from(.unqualified, Key("green"))  // init(all: [Lazy<any Topping>], green: [any Topping])
      // end
    }
    let menu = try Plan(Menu.self, modules: [module]).build().root
    #expect(try menu.all.map { try $0.value.name } == ["capers", "olives"])
    #expect(menu.green.map(\.name) == ["olives"])
  }

  // guide: decorator
  struct Chopped: Topping {
    let inner: any Topping
    let knife: Knife
    var name: String { "\(knife.cut) \(inner.name)" }
  }

  struct Knife: Sendable {
    let cut: String
  }

  struct KnifeModule: Module {
    func configure(_ binder: inout Binder) {
      binder.bind((any Topping).self, Olives.init).scoped(.singleton)
      binder.bind(Knife.self, to: Knife(cut: "chopped"))
      binder.decorate((any Topping).self, Chopped.init(inner:knife:))
    }
  }
  // end

  @Test func decorators() throws {
    // guide: decorator-use
    let topping = try Plan((any Topping).self, modules: [KnifeModule()]).build().root
    #expect(topping.name == "chopped olives")
    // end
  }

  @Test func order() throws {
    let module = TestModule<Self> { binder in
      // guide: order
      binder.decorate((any Topping).self) { (inner: any Topping) in Chopped(inner: inner, knife: Knife(cut: "fried")) }
      // end
    }
    let topping = try Plan((any Topping).self, modules: [KnifeModule(), module]).build().root
    #expect(topping.name == "fried chopped olives")
  }
}
