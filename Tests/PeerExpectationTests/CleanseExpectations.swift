import Testing
import Wiring
import WiringTesting

/// Bindings, components and their checks, as the tests of Cleanse show them.
@Suite("What users of Cleanse rely on")
struct CleanseExpectations {
  @Test("A value and a factory are bound, and the factory's parameters are injected")
  func valueAndFactory() throws {
    let loaf = try Plan(Loaf.self, modules: [BreadModule()]).build().root

    #expect(loaf.flour == "rye")
    #expect(loaf.oven.degrees == 230)
  }

  @Test("A provider calls the factory each time, and gets the same object of a scope")
  func provider() throws {
    let made = Counter()
    let graph = try plan { binder in
      binder.bind(Int.self) { made.increment() }
      binder.bind(Oven.self) { Oven(degrees: 1) }.scoped(.singleton)
    }.build()

    let (numbers, ovens) = try (graph.resolve(Provider<Int>.self), graph.resolve(Provider<Oven>.self))

    #expect(try [numbers(), numbers()] == [1, 2])
    #expect(try ovens() === ovens())
  }

  @Test("Tags tell values of one type apart")
  func tags() throws {
    let graph = try plan { binder in
      binder.bind(Int.self, to: 12).named(.slices)
      binder.bind(Int.self, to: 30).named(.rolls)
      binder.bind(Sales.init).from(.slices, .rolls)
    }.build()

    let sales = try graph.resolve(Sales.self)

    #expect(sales.slices == 12 && sales.rolls == 30)
  }

  @Test("Modules add to one collection, whose members keep the order of the modules")
  func collection() throws {
    let modules: [any Module] = [
      Bindings { binder in
        binder.contribute(to: String.self) { "rye" }
        binder.contribute(to: String.self) { "wheat" }
      },
      MoreBindings { $0.contribute(to: String.self) { "spelt" } },
    ]

    let flours = try Plan([String].self, modules: modules).build().root

    #expect(flours == ["rye", "wheat", "spelt"])
  }

  @Test("A member of a collection that is shared in its scope stays the same object")
  func sharedMember() throws {
    let graph = try plan { $0.contribute(to: Oven.self) { Oven(degrees: 1) }.scoped(.singleton) }.build()

    let (first, second) = try (graph.resolve([Oven].self), graph.resolve([Oven].self))

    #expect(first[0] === second[0])
  }

  @Test("An object in the scope of a subcomponent is one for each of its instances, and holds objects from outside")
  func scopedInSubcomponent() throws {
    let graph = try Plan(Loaf.self, modules: [BreadModule()]).build()

    let first = try graph.open(.purchase, with: Customer(name: "Ada"))
    let second = try graph.open(.purchase, with: Customer(name: "Ada"))

    #expect(try first.resolve(Basket.self) === first.resolve(Basket.self))
    #expect(try first.resolve(Basket.self) !== second.resolve(Basket.self))
    #expect(try first.resolve(Basket.self).oven === graph.root.oven)
  }

  @Test("A module that several modules include is installed once")
  func duplicateInclude() throws {
    let graph = try Plan(Loaf.self, modules: [BreadModule(), CakeModule()]).build()

    let ovens = try graph.resolve([Oven].self)

    #expect(ovens[0] === graph.root.oven)
  }

  @Test("Every missing provider is reported at once, with the place of the request")
  func missingProviders() {
    let found = problems(
      of: try plan { binder in
        binder.bind(Loaf.self, Loaf.init, file: "Bakery/Bread.swift", line: 3)
        binder.bind(Oven.self, Oven.init, file: "Bakery/Heat.swift", line: 8)
      })

    #expect(found.map(\.summary) == ["nothing provides 'Int'", "nothing provides 'String'"])
    #expect(found.map { $0.location?.fileID } == ["Bakery/Heat.swift", "Bakery/Bread.swift"])
    #expect(found.map { $0.location?.line } == [8, 3])
  }

  @Test("A missing factory with arguments is reported as such, with the place of the request")
  func missingFactory() throws {
    let problem = try #require(
      problems(
        of: try plan {
          $0.bind(
            Bool.self, { (_: Factory<Loaf, String>) in true }, file: "Bakery/Order.swift", line: 4)
        }
      ).first)

    #expect(problem.summary == "nothing provides 'Factory<Loaf, String>'")
    #expect(problem.location?.fileID == "Bakery/Order.swift")
  }

  @Test("A cycle is reported when the graph is checked, before any object exists")
  func cycle() {
    let made = Counter()

    let codes = problemCodes(
      of: try plan { binder in
        binder.bind(Int.self) { (text: String) in made.increment() + text.count }
        binder.bind(String.self) { (number: Int) in "\(made.increment() + number)" }
      })

    #expect(codes == [.cycle])
    #expect(made.value == 0)
  }

  @Test("An object that a framework made gets its properties injected")
  func propertyInjection() throws {
    let graph = try plan { binder in
      binder.bind(String.self, to: "rye")
      binder.injector(for: Tray.self) { (tray: inout Tray, flour: String) in tray.flour = flour }
    }.build()
    var tray = Tray()

    try graph.inject(into: &tray)

    #expect(tray.flour == "rye")
  }

  @Test(
    "An object without an injector for its type is an error when it is injected",
    .differs("Sources/Wiring/Wiring.docc/Injection.md#rules"))
  func missingInjector() throws {
    let graph = try plan { $0.bind(String.self, to: "rye") }.build()
    var tray = Tray()

    #expect(throws: ResolutionError.self) { try graph.inject(into: &tray) }
    #expect(tray.flour == "")
  }

  @Test("An injector of a class uses the injector of its superclass")
  func superclassInjector() throws {
    let graph = try plan { binder in
      binder.bind(String.self, to: "rye")
      binder.bind(Int.self, to: 4)
      binder.injector(for: Tray.self) { (tray: inout Tray, flour: String) in tray.flour = flour }
      binder.injector(for: LabelledTray.self) {
        (tray: inout LabelledTray, parent: Injector<Tray>, price: Int) in
        var base: Tray = tray
        try parent(&base)
        tray.price = price
      }
    }.build()
    var tray = LabelledTray()

    try graph.inject(into: &tray)

    #expect(tray.flour == "rye" && tray.price == 4)
  }

  @Test("A released component releases its shared objects, also those in collections")
  func memory() throws {
    weak var oven: Oven?

    do {
      let graph = try plan { $0.contribute(to: Oven.self) { Oven(degrees: 1) }.scoped(.singleton) }.build()
      oven = try graph.resolve([Oven].self)[0]
      #expect(oven != nil)
    }

    #expect(oven == nil)
  }

  @Test("An object that lives longer must not hold one of a subcomponent's scope")
  func wrongScope() {
    let codes = problemCodes(
      of: try plan { binder in
        binder.bind(Oven.self) { Oven(degrees: 1) }
        binder.scope(.purchase)
        binder.bind(Basket.init).scoped(in: .purchase)
        binder.bind(String.self) { (basket: Basket) in basket.customer.name }.scoped(.singleton)
      })

    #expect(codes == [.captive])
  }

  @Test("A component is configured with values, or with a module instead of another")
  func configuredComponent() throws {
    let modules: [any Module] = [BreadModule(), OvenModule(degrees: 180)]

    let configured = try Plan(Loaf.self, modules: modules).build().root
    let other = try Plan(Loaf.self, modules: [BreadModule()]) { overrides in
      overrides.replace(module: OvenModule.self, with: Bindings { $0.bind(Oven.self) { Oven(degrees: 90) } })
    }.build().root

    #expect(configured.oven.degrees == 180)
    #expect(other.oven.degrees == 90)
  }

  @Test("The graph can be printed")
  func printed() throws {
    let plan = try Plan(Loaf.self, modules: [BreadModule()])

    let text = plan.description.text

    #expect(text.hasPrefix("Loaf  (transient, BreadModule)\n"))
    #expect(text.contains("Oven  (singleton, OvenModule)"))
  }
}
