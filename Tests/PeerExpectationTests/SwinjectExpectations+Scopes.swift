import Dispatch
import Testing
import Wiring

/// Two owners, who share a pet or do not.
private final class Household: Sendable {
  let first: Owner
  let second: Owner
  init(first: Owner, second: Owner) { (self.first, self.second) = (first, second) }
}

private struct Visit: Sendable {
  let number: Int
}

extension CustomScope where Context == Visit {
  fileprivate static var visit: Self { CustomScope("visit") }
}

private struct CatAssembly: Module {
  func configure(_ binder: inout Binder) { binder.bind((any Animal).self) { Cat() } }
}

private struct OwnerAssembly: Module {
  func configure(_ binder: inout Binder) { binder.bind(Owner.init) }
}

/// Object scopes, containers inside containers, and assemblies.
extension SwinjectExpectations {
  private func household(_ scope: Scope) throws -> Graph<NoRoot> {
    try plan { binder in
      binder.bind((any Animal).self) { Cat() }.scoped(scope)
      binder.bind(Owner.init)
      binder.bind(Household.init)
    }.build()
  }

  @Test("A transient service is a new object at each resolution")
  func transientResolutions() throws {
    let graph = try household(.transient)

    #expect(try graph.resolve((any Animal).self) !== graph.resolve((any Animal).self))
  }

  @Test("A transient service is a new object for each consumer in one resolution")
  func transientConsumers() throws {
    let household = try household(.transient).resolve(Household.self)

    #expect(household.first.pet !== household.second.pet)
  }

  @Test("A service in the graph scope is one object for all consumers in one resolution")
  func graphConsumers() throws {
    let household = try household(.graph).resolve(Household.self)

    #expect(household.first.pet === household.second.pet)
  }

  @Test("A service in the graph scope is another object in the next resolution")
  func graphResolutions() throws {
    let graph = try household(.graph)

    #expect(try graph.resolve((any Animal).self) !== graph.resolve((any Animal).self))
  }

  @Test(
    "The scope of a registration that names none is transient, and graph only where the plan says so",
    .differs("Sources/Wiring/Wiring.docc/Scopes.md#why-transient-is-the-default"))
  func defaultScope() throws {
    let bindings: @Sendable (inout Binder) -> Void = { binder in
      binder.bind((any Animal).self) { Cat() }
      binder.bind(Owner.init)
      binder.bind(Household.init)
    }

    let usual = try plan(bindings).build().resolve(Household.self)
    let shared = try plan(defaultScope: .graph, bindings).build().resolve(Household.self)

    #expect(usual.first.pet !== usual.second.pet)
    #expect(shared.first.pet === shared.second.pet)
  }

  @Test("A service in the container scope is created once")
  func containerScope() throws {
    let made = Counter()
    let graph = try plan { binder in
      binder.bind((any Animal).self) {
        made.increment()
        return Cat()
      }.scoped(.singleton)
    }.build()

    let (first, second) = try (graph.resolve((any Animal).self), graph.resolve((any Animal).self))

    #expect(first === second)
    #expect(made.value == 1)
  }

  @Test("A service in the weak scope is shared while it is held")
  func weakShared() throws {
    let graph = try household(.weak)

    let first = try graph.resolve((any Animal).self)

    #expect(try graph.resolve((any Animal).self) === first)
  }

  @Test("A service in the weak scope is not kept by the container")
  func weakReleased() throws {
    let graph = try household(.weak)

    weak var animal: (any Animal)?
    animal = try graph.resolve((any Animal).self)

    #expect(animal == nil)
  }

  @Test("A child container resolves the services of its parent, and shares the parent's objects")
  func childSeesParent() throws {
    let parent = try household(.singleton)

    let child = try parent.child(NoRoot.self, modules: []).build()

    #expect(try child.resolve((any Animal).self) === parent.resolve((any Animal).self))
  }

  @Test("A parent container does not resolve the services of its child")
  func parentDoesNotSeeChild() throws {
    let parent = try plan { _ in }.build()

    let child = try parent.child(NoRoot.self, modules: [CatAssembly()]).build()

    #expect(try child.resolve((any Animal).self) is Cat)
    #expect(throws: ResolutionError.self) { try parent.resolve((any Animal).self) }
  }

  @Test(
    "The objects of a custom scope are renewed by opening it again, rather than by a reset",
    .differs("Sources/Wiring/Wiring.docc/CustomScopes.md#what-was-rejected"))
  func customScope() throws {
    let graph = try plan { binder in
      binder.scope(.visit)
      binder.bind(Cat.self) { (visit: Visit) in Cat(name: "\(visit.number)") }.scoped(in: .visit)
    }.build()

    let first = try graph.open(.visit, with: Visit(number: 1))
    let second = try graph.open(.visit, with: Visit(number: 2))

    #expect(try first.resolve(Cat.self) === first.resolve(Cat.self))
    #expect(try first.resolve(Cat.self) !== second.resolve(Cat.self))
  }

  @Test("Assemblies may need each other, in any order")
  func assemblies() throws {
    let orders: [[any Module]] = [[CatAssembly(), OwnerAssembly()], [OwnerAssembly(), CatAssembly()]]

    for assemblies in orders {
      #expect(try Plan(Owner.self, modules: assemblies).build().root.pet is Cat)
    }
  }

  @Test("Several threads that resolve a shared service get one object, without a synchronized wrapper")
  func threads() throws {
    let graph = try household(.singleton)
    let seen = Identities()

    DispatchQueue.concurrentPerform(iterations: 32) { _ in
      if let animal = try? graph.resolve((any Animal).self) { seen.insert(animal) }
    }

    #expect(seen.count == 1)
  }
}
