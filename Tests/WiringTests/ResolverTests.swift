import Testing
import Wiring
import WiringDefinitions

@Suite("Opaque factories")
struct ResolverTests {
  @Test("a resolving closure chooses its dependencies at run time")
  func choice() throws {
    let root = try plan(String.self) { binder in
      binder.bind(Bool.self, to: true)
      binder.bind(String.self, to: "chosen").named(Key("yes"))
      binder.bind(
        String.self,
        resolving: { resolver in
          try resolver.resolve(Bool.self) ? try resolver.resolve(named: Key("yes")) : "not chosen"
        })
    }.build().root
    #expect(root == "chosen")
  }

  @Test("a resolving closure shares the objects of its resolution")
  func sharing() throws {
    let graph = try plan(Int.self) { binder in
      binder.bind(Int.self, to: 0)
      binder.bind((any Engine).self, Diesel.init).scoped(.graph)
      binder.bind(Gearbox.self, resolving: { Gearbox(engine: try $0.resolve()) })
      binder.bind(Car.init)
    }.build()
    let car = try graph.resolve(Car.self)
    #expect(car.engine === car.gearbox.engine)
  }

  /// Nothing in the plan needs these types, so that each has a plan of its own, which ends with the look-up. Only the address
  /// sanitizer notices when a factory outlives the nodes that it uses.
  @Test("a resolving closure looks up handles within handles that nothing else needs")
  func nestedHandles() throws {
    let graph = try plan(Int.self) { binder in
      binder.bind(Int.self, to: 7)
      binder.bind(String.self, resolving: { "\(try $0.resolve(Lazy<Int>?.self)?.value ?? 0)" })
      binder.bind(Double.self, resolving: { Double(try $0.resolve(Owned<Provider<Int>>.self).value()) })
      binder.bind(UInt.self, resolving: { UInt(try $0.resolve(Owned<Int?>.self).value ?? 0) })
      binder.bind(Float.self, resolving: { Float(try $0.resolve([Lazy<Int>]?.self)?.count ?? 7) })
    }.build()
    for _ in 0..<100 {
      #expect(try graph.resolve(String.self) == "7")
      #expect(try graph.resolve(Double.self) == 7)
      #expect(try graph.resolve(UInt.self) == 7)
      #expect(try graph.resolve(Float.self) == 7)
    }
  }

  @Test("closures that depend on each other get an error that names the cycle")
  func circle() throws {
    let circular = try plan(Int.self) { binder in
      binder.bind(Int.self, resolving: { try $0.resolve(String.self).count })
      binder.bind(String.self, resolving: { "\(try $0.resolve(Int.self))" })
    }
    #expect {
      try circular.build()
    } throws: {
      ($0 as? ResolutionError)?.message
        == "opaque factories depend on each other: Int → String → Int; give one of them its dependencies as parameters"
    }
  }

  @Test("an inner factory may use an outer one of the same key")
  func innerOverOuter() throws {
    let outer = try plan(Int.self) { binder in
      binder.bind(Int.self, to: 0)
      binder.bind(String.self, resolving: { _ in "outer" })
      binder.bind(Double.self) { (text: String) in Double(text.count) }
    }.build()
    let inner = try outer.child(
      String.self,
      modules: [Bindings { $0.bind(String.self, resolving: { "inner \(try $0.resolve(Double.self))" }) }]
    ).build()
    #expect(inner.root == "inner 5.0")
  }

  @Test("a cycle through an owned object gets an error, not an overflow")
  func circleThroughOwned() async {
    // In a separate process, which an overflow would end.
    await #expect(processExitsWith: .success) {
      let graph = try plan(Int.self) { binder in
        binder.bind(Int.self, to: 0)
        binder.bind(Counter.self) { (_: Owned<Diesel>) in Counter() }
        binder.bind(
          Diesel.self,
          resolving: { resolver in
            _ = try resolver.resolve(Counter.self)
            return Diesel()
          })
      }.build()
      #expect(throws: ResolutionError.self) { _ = try graph.resolve(Diesel.self) }
    }
  }

  @Test("a closure that creates its own object through a handle gets an error")
  func circleThroughProvider() async {
    // In a separate process, which an overflow would end.
    await #expect(processExitsWith: .success) {
      let graph = try plan(Int.self) { binder in
        binder.bind(Int.self, to: 0)
        binder.bind(
          Diesel.self,
          resolving: { resolver in
            _ = try resolver.resolve(Provider<Diesel>.self)()
            return Diesel()
          })
      }.build()
      #expect(throws: ResolutionError.self) { _ = try graph.resolve(Diesel.self) }
    }
  }

  @Test("a resolving closure shares components that it asks for by a protocol")
  func components() throws {
    var definition = Definition("van", Van.self)
    definition.scope = .graph
    let plan = try Plan(
      Bool.self,
      modules: [
        Bindings { binder in
          binder.bind(
            Bool.self,
            resolving: { resolver in
              let (van, courier) = (try resolver.resolve(Van.self), try resolver.resolve((any Courier).self))
              let all = try resolver.resolve([any Courier].self)
              return van === courier as? Van && van === all.first as? Van
            })
        }
      ], context: Definitions(registry: Delivery.registry, definition))
    #expect(try plan.build().root)
  }

  /// Only a reused address would show it: the identities of the inner graph's nodes must not be taken for those of the outer one.
  @Test("a closure may release the graph whose objects its resolution shares")
  func releasedGraph() throws {
    let inner = Locked<Graph<Counter>?>(nil)
    let outer = try plan(Int.self) { binder in
      binder.bind(Int.self, to: 0)
      for name in 0..<8 { binder.bind(Gearbox.self) { Gearbox(engine: Diesel()) }.named(Key("\(name)")).scoped(.graph) }
      binder.bind(
        String.self,
        resolving: { resolver in
          "\(try (0..<8).filter { try type(of: resolver.resolve(named: Key<Gearbox>("\($0)")).engine) == Diesel.self }.count)"
        })
    }.build()
    for _ in 0..<100 {
      var graph = Optional(
        try outer.child(
          Counter.self,
          modules: [
            MoreBindings { binder in
              binder.bind(Counter.init).scoped(.singleton)
              for name in 0..<8 { binder.bind(Diesel.init).named(Key("\(name)")).scoped(.graph) }
              binder.bind(
                Bool.self,
                resolving: { resolver in
                  for name in 0..<8 { _ = try resolver.resolve(named: Key<Diesel>("\(name)")) }
                  inner.withLock { $0 = nil }
                  return true
                })
              binder.bind(Double.self) { (_: Bool, text: String) in Double(text) ?? -1 }
            }
          ]
        ).build())
      let make = try graph?.resolve(Provider<Double>.self)
      inner.withLock { $0 = graph }
      graph = nil
      #expect(try make?() == 8)
    }
  }

  @Test("a resolver that was stored resolves nothing after its factory")
  func kept() throws {
    final class Keeper: @unchecked Sendable {  // read after the resolution, on the same thread
      var resolver: Resolver?
    }
    let keeper = Keeper()
    let graph = try plan(String.self) { binder in
      binder.bind(Int.self, to: 7)
      binder.bind(
        String.self,
        resolving: { resolver in
          keeper.resolver = resolver
          return "\(try resolver.resolve(Int.self))"
        })
    }.build()
    #expect(graph.root == "7")
    #expect {
      _ = try keeper.resolver?.resolve(Int.self)
    } throws: {
      ($0 as? ResolutionError)?.message
        == "the resolver of 'String' was used after its factory returned; do not store a resolver"
    }
  }

  @Test("a singleton that requests itself gets an error, not a deadlock")
  func singletonCircle() throws {
    let circular = try plan(Int.self) { binder in
      binder.bind(Int.self, resolving: { try $0.resolve(String.self).count }).scoped(.singleton)
      binder.bind(String.self, resolving: { "\(try $0.resolve(Int.self))" }).scoped(.singleton)
    }
    #expect {
      try circular.build()
    } throws: {
      ($0 as? ResolutionError)?.message == "'Int' was requested while it was being created: Int → String → Int; "
        + "request it after its initializer returned; a Task that an initializer starts belongs to the creation, too"
    }
  }
}
