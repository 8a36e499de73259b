import Testing
import Wiring

@Suite("Graphs inside graphs")
struct ChildTests {
  private func outer() throws -> Graph<Gearbox> {
    try plan(Gearbox.self) { binder in
      binder.bind((any Engine).self, Diesel.init).scoped(.singleton)
      binder.bind(Gearbox.init).scoped(.singleton)
    }.build()
  }

  @Test("an inner graph sees the outer one's bindings and shares its singletons")
  func sharing() throws {
    let outer = try outer()
    let inner = try outer.child(Car.self, modules: [Bindings { $0.bind(Car.init) }]).build()
    #expect(inner.root.engine === outer.root.engine)
    #expect(inner.root.gearbox === outer.root)
  }

  @Test("an inner binding shadows the outer one for inner objects only")
  func shadowing() throws {
    let outer = try outer()
    let inner = try outer.child(
      Car.self,
      modules: [
        Bindings { binder in
          binder.bind((any Engine).self, Diesel.init).scoped(.singleton)
          binder.bind(Car.init)
        }
      ]
    ).build()
    #expect(inner.root.engine !== outer.root.engine)
    #expect(inner.root.gearbox.engine === outer.root.engine)
  }

  @Test("the outer graph does not see inner bindings")
  func outerIsClosed() throws {
    let outer = try outer()
    _ = try outer.child(Int.self, modules: [Bindings { $0.bind(Int.self, to: 1) }]).build()
    #expect(throws: ResolutionError.self) { _ = try outer.resolve(Int.self) }
  }

  @Test("inner singletons belong to one inner graph")
  func innerSingletons() throws {
    let plan = try outer().child(Car.self, modules: [Bindings { $0.bind(Car.init).scoped(.singleton) }])
    let (first, second) = (try plan.build(), try plan.build())
    #expect(first.root !== second.root)
    #expect(first.root.engine === second.root.engine)
  }

  @Test("an inner graph has the default scope of the outer one")
  func defaultScope() throws {
    let outer = try Plan(Int.self, modules: [Bindings { $0.bind(Int.self, to: 1) }], defaultScope: .graph).build()
    let bindings = Bindings { binder in
      binder.bind((any Engine).self, Diesel.init)
      binder.bind(Gearbox.init)
      binder.bind(Car.init)
    }
    let car = try outer.child(Car.self, modules: [bindings]).build().root
    #expect(car.engine === car.gearbox.engine)
  }

  @Test("an inner graph retains the outer one, on which its opaque factories depend")
  func outerLives() throws {
    func inner() throws -> Graph<Int> {
      let outer = try plan(Int.self) { binder in
        binder.bind(Int.self, to: 7)
        binder.bind(String.self, resolving: { "outer \(try $0.resolve(Int.self))" })
      }.build()
      return try outer.child(Int.self, modules: [Bindings { $0.bind(Int.self, to: 8) }]).build()
    }
    #expect(try inner().resolve(String.self) == "outer 7")
  }

  @Test("a module that the outer graph has is not installed again when an inner module includes it")
  func includedOutside() throws {
    let outer = try Plan(Gearbox.self, modules: [EngineModule()]).build()
    let inner = try outer.child(Car.self, modules: [CarModule()]).build()
    #expect(inner.root.engine === outer.root.engine)
  }

  @Test("an inner graph describes itself, its outer bindings included")
  func description() throws {
    let inner = try outer().child(
      String.self,
      modules: [Bindings { $0.bind(String.self) { (graph: GraphDescription) in "\(graph.bindings.count)" } }]
    ).build()
    #expect(inner.root == "\(inner.description.bindings.count)")
  }

  @Test("an inner graph is validated together with the outer one")
  func validation() throws {
    #expect(throws: WiringError.self) {
      _ = try outer().child(String.self, modules: [Bindings { $0.bind(String.self) { (_: Int) in "" } }])
    }
  }

  @Test("an inner singleton that depends on an outer object of one resolution is a captive dependency")
  func captiveAcross() throws {
    let outer = try plan(Int.self) { binder in
      binder.bind(Int.self, to: 0)
      binder.bind((any Engine).self, Diesel.init).scoped(.graph)
      binder.bind(Gearbox.init)
    }.build()
    let error = #expect(throws: WiringError.self) {
      _ = try outer.child(
        String.self, modules: [Bindings { $0.bind(String.self) { (_: Gearbox) in "" }.scoped(.singleton) }])
    }
    #expect(error?.problems.map(\.code) == [.captive])
  }
}

private struct EngineModule: Module {
  func configure(_ binder: inout Binder) {
    binder.bind((any Engine).self, Diesel.init).scoped(.singleton)
    binder.bind(Gearbox.init).scoped(.singleton)
  }
}

private struct CarModule: Module {
  static var includes: [any Module] { [EngineModule()] }
  func configure(_ binder: inout Binder) { binder.bind(Car.init) }
}
