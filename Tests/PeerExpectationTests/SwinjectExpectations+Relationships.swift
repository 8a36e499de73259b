import Testing
import Wiring

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

/// Cycles, lazy services and providers.
extension SwinjectExpectations {
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
    .differs("Sources/Wiring/Wiring.docc/Relationships.md#a-handle-begins-a-resolution-of-its-own"))
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
    let graph = try plan { $0.bind((any Animal).self) { Cat() } }.build()

    let provider = try graph.resolve(Provider<any Animal>.self)

    #expect(try provider() !== provider())
  }

  @Test("A lazy service or a provider of a name resolves that name")
  func handleOfName() throws {
    let graph = try plan { $0.bind((any Animal).self) { Dog(name: "Hachi") }.named(Key("hachi")) }.build()

    let lazy = try graph.resolve(named: Key<Lazy<any Animal>>("hachi"))
    let provider = try graph.resolve(named: Key<Provider<any Animal>>("hachi"))

    #expect(try lazy.value.name == "Hachi")
    #expect(try provider().name == "Hachi")
  }

  @Test("A lazy service whose type is not registered does not resolve")
  func lazyWithoutRegistration() throws {
    let graph = try plan { _ in }.build()

    #expect(throws: ResolutionError.self) { try graph.resolve(Lazy<any Animal>.self) }
  }
}
