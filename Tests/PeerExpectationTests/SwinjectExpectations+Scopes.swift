import Dispatch
import Testing
import Wiring

/// Two owners, who share a pet or do not.
private final class Household: Sendable {
  let first: Owner
  let second: Owner
  init(first: Owner, second: Owner) { (self.first, self.second) = (first, second) }
}

/// Half of a pair of objects that refer to each other.
private final class Hen: Sendable {
  let egg: Egg
  init(egg: Egg) { self.egg = egg }
}

private final class Egg: Sendable {
  let hen: Provider<Hen>
  init(hen: Provider<Hen>) { self.hen = hen }
}

/// One end of a relationship that is closed by a property.
private final class Parent {
  let child: Child
  init(child: Child) { self.child = child }
}

private final class Child {
  weak var parent: Parent?
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

/// Object scopes, containers inside containers, cycles and assemblies.
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
    .differs("Sources/Wiring/Wiring.docc/Scopes.md#weak-and-another-default"))
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

  @Test(
    "Initializers that need each other are refused with the way around, rather than ending in a crash",
    .differs("docs/errors/W002.md#why-it-is-an-error"))
  func circularInitializers() throws {
    let problem = try #require(
      problems(
        of: try plan { binder in
          binder.bind(Hen.init)
          binder.bind(Egg.self) { (hen: Hen) in Egg(hen: Provider { hen }) }
        }
      ).first)

    #expect(problem.code == .cycle)
    #expect(problem.path == ["Egg", "Hen", "Egg"])
  }

  @Test(
    "A cycle through a step after the initializer is refused as well",
    .differs("Sources/Wiring/Wiring.docc/Relationships.md#what-was-rejected"))
  func circularProperty() {
    let codes = problemCodes(
      of: try plan(defaultScope: .graph) { binder in
        binder.bind(Parent.init)
        binder.bind(Child.init).then { (child: Child, parent: Parent) in child.parent = parent }
      })

    #expect(codes == [.cycle])
  }

  @Test("Two objects refer to each other when the owner closes the cycle in its own step")
  func cycleClosedByOwner() throws {
    let graph = try plan { binder in
      binder.bind(Child.init)
      binder.bind(Parent.init).then { (parent: Parent) in parent.child.parent = parent }
    }.build()

    let parent = try graph.resolve(Parent.self)

    #expect(parent.child.parent === parent)
  }

  @Test("Two shared objects refer to each other when one of them asks later")
  func cycleThroughProvider() throws {
    let graph = try plan { binder in
      binder.bind(Hen.init).scoped(.singleton)
      binder.bind(Egg.init).scoped(.singleton)
    }.build()

    let hen = try graph.resolve(Hen.self)

    #expect(try hen.egg.hen() === hen)
  }

  @Test("A lazy service is created on its first use, and once")
  func lazyService() throws {
    let made = Counter()
    let graph = try plan { binder in
      binder.bind((any Animal).self) {
        made.increment()
        return Cat()
      }
    }.build()
    let lazy = try graph.resolve(Lazy<any Animal>.self)
    #expect(made.value == 0)

    let (first, second) = try (lazy.value, lazy.value)

    #expect(first === second)
    #expect(made.value == 1)
  }

  @Test(
    "A lazy service in the graph scope belongs to a resolution of its own",
    .differs("Sources/Wiring/Wiring.docc/Scopes.md#a-working-example"))
  func lazyInGraphScope() throws {
    let graph = try plan { binder in
      binder.bind((any Animal).self) { Cat() }.scoped(.graph)
      binder.bind([Owner].self) { (now: any Animal, later: Lazy<any Animal>) in
        [Owner(pet: now), Owner(pet: try later.value)]
      }
    }.build()

    let owners = try graph.resolve([Owner].self)

    #expect(owners[0].pet !== owners[1].pet)
  }

  @Test("A provider resolves at each use")
  func provider() throws {
    let provider = try household(.transient).resolve(Provider<any Animal>.self)

    #expect(try provider() !== provider())
  }

  @Test("A lazy service or a provider of a name resolves that name")
  func handleOfName() throws {
    let graph = try plan { $0.bind(Key<any Animal>("hachi")) { Dog(name: "Hachi") } }.build()

    let lazy = try graph.resolve(Key<Lazy<any Animal>>("hachi"))
    let provider = try graph.resolve(Key<Provider<any Animal>>("hachi"))

    #expect(try lazy.value.name == "Hachi")
    #expect(try provider().name == "Hachi")
  }

  @Test("A lazy service whose type is not registered does not resolve")
  func lazyWithoutRegistration() throws {
    let graph = try plan { _ in }.build()

    #expect(throws: ResolutionError.self) { try graph.resolve(Lazy<any Animal>.self) }
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
