import Testing
import Wiring

/// Services, names and arguments, as the tests of Swinject show them.
@Suite("What users of Swinject rely on")
struct SwinjectExpectations {
  @Test("A service that is registered as a protocol resolves to the class behind it")
  func protocolService() throws {
    let graph = try plan { $0.bind((any Animal).self) { Cat() } }.build()

    let animal = try graph.resolve((any Animal).self)

    #expect(animal is Cat)
  }

  @Test("A service without a registration is nil when it is resolved as one that may be absent")
  func absentService() throws {
    let graph = try plan { _ in }.build()

    let animal = try graph.resolve(ifBound: (any Animal).self)

    #expect(animal == nil)
  }

  @Test(
    "A service without a registration is an error with its name, rather than nil",
    .differs("Sources/Wiring/Wiring.docc/Keys.md#why-a-lookup-throws"))
  func missingService() throws {
    let graph = try plan { _ in }.build()

    #expect {
      try graph.resolve((any Animal).self)
    } throws: {
      ($0 as? ResolutionError)?.message == "nothing provides 'any Animal'; bind it in a module of the plan"
    }
  }

  @Test(
    "A dependency without a registration is found before anything is resolved",
    .differs("docs/errors/W001.md#why-it-is-an-error"))
  func missingDependency() throws {
    let problem = try #require(problems(of: try plan { $0.bind(Owner.init) }).first)

    #expect(problem.code == .missing)
    #expect(problem.summary == "nothing provides 'any Animal'")
  }

  @Test("A service gets its dependencies through its initializer")
  func initializerInjection() throws {
    let graph = try plan { binder in
      binder.bind((any Animal).self) { Cat(name: "Mimi") }
      binder.bind(Owner.init)
    }.build()

    let owner = try graph.resolve(Owner.self)

    #expect(owner.pet.name == "Mimi")
  }

  @Test("A name tells two registrations of one service apart")
  func names() throws {
    let graph = try plan { binder in
      binder.bind((any Animal).self) { Cat(name: "Mimi") }.named(Key("mimi"))
      binder.bind((any Animal).self) { Dog(name: "Hachi") }.named(Key("hachi"))
      binder.bind((any Animal).self) { Cat(name: "Stray") }
    }.build()

    let animals = try [
      graph.resolve(named: Key("mimi")), graph.resolve(named: Key("hachi")), graph.resolve((any Animal).self),
    ]

    #expect(animals.map(\.name) == ["Mimi", "Hachi", "Stray"])
  }

  @Test("A name without a registration does not resolve to the service without a name")
  func unknownName() throws {
    let graph = try plan { $0.bind((any Animal).self) { Cat() } }.build()

    #expect(throws: ResolutionError.self) { try graph.resolve(named: Key<any Animal>("mimi")) }
  }

  @Test("A failed resolution lists registrations that come close")
  func nearMisses() throws {
    let problem = try #require(
      problems(
        of: try plan { binder in
          binder.bind((any Animal).self) { Cat(name: "Mimi") }.named(Key("mimi"))
          binder.bind(Owner.init)
        }
      ).first)

    #expect(problem.nearMisses.map(\.text) == [#"'any Animal "mimi"' is bound"#])
  }

  @Test("Arguments of a resolution reach the factory, in their order")
  func arguments() throws {
    let graph = try plan { binder in
      binder.factory { (name: String, number: Int) in { () -> any Animal in Cat(name: "\(name) \(number)") } }
    }.build()

    let cat = try graph.resolve(Factory<any Animal, String, Int>.self)("Mimi", 2)

    #expect(cat.name == "Mimi 2")
  }

  @Test("Registrations of one service with different arguments exist side by side")
  func argumentOverloads() throws {
    let graph = try plan { binder in
      binder.bind((any Animal).self) { Cat(name: "none") }
      binder.factory { (name: String) in { () -> any Animal in Cat(name: name) } }
      binder.factory { (number: Int) in { () -> any Animal in Cat(name: "number \(number)") } }
    }.build()

    #expect(try graph.resolve((any Animal).self).name == "none")
    #expect(try graph.resolve(Factory<any Animal, String>.self)("Mew").name == "Mew")
    #expect(try graph.resolve(Factory<any Animal, Int>.self)(7).name == "number 7")
  }

  @Test(
    "Arguments of other types than the registered ones are found before the call",
    .differs("docs/errors/W011.md#why-it-is-an-error"))
  func wrongArguments() {
    let codes = problemCodes(
      of: try plan { binder in
        binder.factory { (name: String) in { () -> any Animal in Cat(name: name) } }
        binder.bind(Owner.self) { (make: Factory<any Animal, Int>) in Owner(pet: try make(1)) }
      })

    #expect(codes == [.wrongArguments])
  }

  @Test(
    "A second registration of a service is refused, rather than taking the place of the first",
    .differs("docs/errors/W003.md#why-it-is-an-error"))
  func secondRegistration() {
    let codes = problemCodes(
      of: try plan { binder in
        binder.bind((any Animal).self) { Cat() }
        binder.bind((any Animal).self) { Dog() }
      })

    #expect(codes == [.duplicate])
  }

  @Test(
    "A service that is registered later belongs to a new graph inside the old one",
    .differs("Sources/Wiring/Wiring.docc/GraphsInGraphs.md#late-registration"))
  func lateRegistration() throws {
    let graph = try plan { _ in }.build()

    let extended = try graph.child(
      Owner.self,
      modules: [
        MoreBindings { binder in
          binder.bind((any Animal).self) { Cat() }
          binder.bind(Owner.init)
        }
      ]
    ).build()

    #expect(extended.root.pet is Cat)
    #expect(throws: ResolutionError.self) { try graph.resolve(Owner.self) }
  }

  @Test("A property is set after the initializer, from the container")
  func propertyInjection() throws {
    let graph = try plan { binder in
      binder.bind((any Animal).self) { Cat() }
      binder.bind(Keeper.init).property(\.pet)
    }.build()

    let keeper = try graph.resolve(Keeper.self)

    #expect(keeper.pet is Cat)
  }

  @Test("A method is called after the initializer, with objects of the container")
  func methodInjection() throws {
    let graph = try plan { binder in
      binder.bind((any Animal).self) { Dog() }
      binder.bind(Keeper.init).calling(Keeper.adopt)
    }.build()

    let keeper = try graph.resolve(Keeper.self)

    #expect(keeper.pet is Dog)
  }

  @Test("All steps after the initializer run, in the order of their declaration")
  func initCompleted() throws {
    let log = Log()
    let graph = try plan { binder in
      binder.bind((any Animal).self) { Cat() }
        .then { (_: any Animal) in log.note("first") }
        .then { (_: any Animal) in log.note("second") }
    }.build()

    _ = try graph.resolve((any Animal).self)

    #expect(log.all == ["first", "second"])
  }

  @Test("One registration is forwarded to several types, and stays one object")
  func forwarding() throws {
    let graph = try plan { binder in
      binder.bind(Dog.self) { Dog() }.scoped(.singleton)
      binder.bind((any Animal).self) { (dog: Dog) in dog }
    }.build()

    let (dog, animal) = try (graph.resolve(Dog.self), graph.resolve((any Animal).self))

    #expect(dog === animal)
  }

  @Test("An optional dependency is nil without a registration, and the object with one")
  func optionalDependency() throws {
    let without = try plan { $0.bind(String.self) { (pet: (any Animal)?) in pet?.name ?? "no pet" } }.build()
    let with = try plan { binder in
      binder.bind((any Animal).self) { Cat(name: "Mimi") }
      binder.bind(String.self) { (pet: (any Animal)?) in pet?.name ?? "no pet" }
    }.build()

    #expect(try without.resolve(String.self) == "no pet")
    #expect(try with.resolve(String.self) == "Mimi")
  }

  @Test("Structs are copied, whatever their scope", arguments: [Scope.transient, .graph, .singleton])
  func structs(scope: Scope) throws {
    let graph = try plan { $0.bind(Tortoise.self) { Tortoise() }.scoped(scope) }.build()
    var first = try graph.resolve(Tortoise.self)

    first.name = "Samurai"

    #expect(try graph.resolve(Tortoise.self).name == "Ninja")
  }

  @Test("The registrations of a container can be listed")
  func registrations() throws {
    let plan = try plan { binder in
      binder.bind((any Animal).self) { Cat() }
      binder.bind((any Animal).self) { Dog() }.named(Key("hachi"))
    }

    let keys = plan.description.bindings.map { "\($0.key)" }

    #expect(keys.contains("any Animal") && keys.contains(#"any Animal "hachi""#))
    #expect(!keys.contains("Owner"))
  }
}
