import Dispatch
import Testing
import Wiring
import WiringDefinitions

/// What Injector does: an object for a protocol, of a class that the consumer does not name.
@Suite("B · Injector")
struct InjectorTests {
  struct RootModule: Module {
    func configure(_ binder: inout Binder) { binder.bind(Void.self, to: ()) }
  }

  /// A container over the components of some names.
  private func injector(
    _ types: String..., ignoring ignored: [String] = []
  ) throws -> Graph<Void> {
    try Plan(
      Void.self, modules: [RootModule()],
      context: Definitions(scan: Scan(types: types, ignoredInterfaces: ignored))
    ).build()
  }

  @Test("B1 · the demand is a protocol, and a third party picks the class")
  func demand() throws {
    let context = Definitions(scan: Scan(types: ["Lonely", "Person"]))
    let lonely = try Plan(Lonely.self, modules: [], context: context).build().root
    #expect(lonely.friend is Person && lonely.friend.sayHi() == "Hello World")
  }

  @Test("B2 · only classes with the mark are taken")
  func mark() throws {
    let context = Definitions(scan: Scan(prefixes: ["Person", "Stranger"]))
    let injector = try Plan(Void.self, modules: [RootModule()], context: context).build()
    #expect(try injector.resolve([any SomeProtocol].self).map { $0.sayHi() } == ["Hello World"])
    #expect(Stranger().sayHi() == "Who are you?", "a class that would do, and has no mark")
  }

  /// What a framework makes.
  struct FrameworkObject {
    let person: (any SomeProtocol)?

    init() { person = try? CurrentGraph.resolve((any SomeProtocol).self) }
  }

  @Test("B3 · a shared instance, which is that of the task")
  func sharedInstance() throws {
    let injector = try injector("Person")
    #expect(injector.perform { FrameworkObject().person } is Person)
    #expect(FrameworkObject().person == nil)
  }

  @Test("B4 · an instance by the name of a protocol")
  func protocolName() throws {
    let injector = try injector("Person")
    let person = try injector.resolve(named: "SomeProtocol", as: (any SomeProtocol).self)
    #expect(person is Person)
    #expect(try injector.resolve(named: "SomeProtocol") is Person)
  }

  @Test("B5 · an instance by a protocol")
  func byProtocol() throws {
    // guide: injector-use
    let context = Definitions(scan: Scan(types: ["Person"]))
    let injector = try Plan((any SomeProtocol).self, modules: [], context: context).build()
    let person = try injector.resolve((any SomeProtocol).self)
    #expect(person.sayHi() == "Hello World")
    // end
    #expect(person is Person)
  }

  @Test("B6 · all instances by the name of a protocol")
  func allByName() throws {
    let rivals = try injector("FirstRival", "SecondRival").resolveAll(named: "Rival", as: (any Rival).self)
    #expect(rivals.map(\.name).sorted() == ["first", "second"])
  }

  @Test("B7 · all instances by a protocol")
  func allByProtocol() throws {
    let injector = try injector("FirstRival", "SecondRival", "PrimaryRival")
    #expect(try injector.resolve([any Rival].self).map(\.name).sorted() == ["first", "primary", "second"])
  }

  @Test("B8 · the classes are found when the container is made")
  func scan() throws {
    let plan = try Plan(
      Void.self, modules: [RootModule()], context: Definitions(scan: Scan(types: ["Person", "Lonely"])))
    #expect(plan.scan.filter(\.isIncluded).map(\.component.typeName) == ["Lonely", "Person"])
    let people = ComponentRegistry.linked.components.filter { $0.location.fileID.hasSuffix("/People.swift") }
    let everything = try Plan(
      (any SomeProtocol).self, modules: [],
      context: Definitions(registry: ComponentRegistry(people), scan: .everything()))
    #expect(try everything.build().root is Person, "a class that no list names")
  }

  @Test("B9 · the mark of a superclass counts")
  func inheritedMark() throws {
    let injector = try injector("Manager")
    let manager = try injector.resolve((any Worker).self)
    #expect(type(of: manager) == Manager.self)
    #expect(try self.injector("Employee", "Manager").resolve([any Worker].self).count == 2)
  }

  @Test("B10 · an index from the name of a protocol to the classes")
  func index() throws {
    let injector = try injector("Person", "FirstRival", "SecondRival")
    let names = try injector.resolveAll(named: "Rival").map { "\(type(of: $0))" }
    #expect(names.sorted() == ["FirstRival", "SecondRival"])
    #expect(try injector.resolveAll(named: "SomeProtocol").count == 1)
  }

  @Test("the classes of a protocol are known without an instance of them")
  func indexWithoutInstances() throws {
    let made = Counter()
    let modules: [any Module] = [RootModule(), Bindings { $0.bind(Counter.self, to: made) }]
    let tallies = try Plan(Void.self, modules: modules, context: Definitions(scan: Scan(prefixes: ["Tally"]))).build()
    let lazy = try tallies.resolve([Lazy<any Tallied>].self)
    #expect(lazy.count == 2 && made.value == 0)
    #expect(try Set(lazy.map { "\(type(of: try $0.value))" }) == ["TallyShared", "TallyUser"])
    #expect(made.value == 2)
  }

  @Test("B11 · protocols that are ignored lead to no class")
  func ignored() throws {
    let injector = try injector("Person", "FirstRival", ignoring: ["SomeProtocol"])
    #expect(try injector.resolve(ifNamed: "SomeProtocol", as: (any SomeProtocol).self) == nil)
    #expect(throws: ResolutionError.self) { try injector.resolve((any SomeProtocol).self) }
    #expect(try injector.resolve(Person.self).sayHi() == "Hello World")
    #expect(try injector.resolve((any Rival).self).name == "first")
  }

  @Test("B12 · a class is listed once for a protocol, however often it has it")
  func once() throws {
    #expect(try injector("Descendant").resolve([any Inherited].self).count == 1)
    #expect(try injector("Descendant").resolveAll(named: "Inherited", as: (any Inherited).self).count == 1)
  }

  @Test("B13 · the index is made once, and threads may use it")
  func threads() throws {
    let injector = try injector("Person", "FirstRival", "SecondRival", "PrimaryRival")
    let (seen, failures) = (Locked<Set<ObjectIdentifier>>([]), Counter())
    DispatchQueue.concurrentPerform(iterations: 64) { _ in
      guard let rival = try? injector.resolve(named: "Rival", as: (any Rival).self),
        let same = try? injector.resolve((any Rival).self), same === rival
      else {
        failures.increment()
        return
      }
      seen.withLock { _ = $0.insert(ObjectIdentifier(rival)) }
    }
    #expect(failures.value == 0)
    #expect(seen.withLock { $0.count } == 1)
    #expect(try descriptions(lookups: 64) == descriptions(lookups: 1), "the first of all threads makes the index")
  }

  /// Looks a protocol up by its name, each time on another thread.
  ///
  /// - Returns: The number of times that the class was asked to describe itself.
  private func descriptions(lookups: Int) throws -> Int {
    let (descriptions, failures) = (Counter(), Counter())
    let component = Component(Stranger.self, "Stranger") { component in
      descriptions.increment()
      component.initializer([], Stranger.init)
      component.conforms(to: (any SomeProtocol).self) { $0 }
    }
    let context = Definitions(registry: ComponentRegistry([component]), scan: .everything())
    let injector = try Plan(Void.self, modules: [RootModule()], context: context).build()
    DispatchQueue.concurrentPerform(iterations: lookups) { _ in
      let found = try? injector.resolve(named: "SomeProtocol", as: (any SomeProtocol).self)
      if !(found is Stranger) { failures.increment() }
    }
    #expect(failures.value == 0)
    return descriptions.value
  }

  @Test("B14 · a new object for each query")
  func newObjects() throws {
    let injector = try injector("Person")
    let (first, second) = (try injector.resolve(Person.self), try injector.resolve(Person.self))
    #expect(first !== second)
    let named = try injector.resolve(named: "SomeProtocol", as: (any SomeProtocol).self)
    #expect(named as? Person !== first && named as? Person !== second)
    let byProtocol = try (injector.resolve((any SomeProtocol).self), injector.resolve((any SomeProtocol).self))
    #expect(byProtocol.0 as? Person !== byProtocol.1 as? Person)
  }

  @Test("B15 · what is not found is nil, or an empty list")
  func nothing() throws {
    let injector = try injector("Person")
    #expect(try injector.resolve(ifNamed: "Unheard", as: (any Unheard).self) == nil)
    #expect(try injector.resolve(ifBound: (any Unheard).self) == nil)
    #expect(try injector.resolveAll(named: "Unheard", as: (any Unheard).self).isEmpty)
    #expect(try injector.resolve(ifBound: [any Unheard].self) == nil)
    // A list without members is an error, so that a forgotten class is found; a module says where it is intended.
    let modules: [any Module] = [RootModule(), Bindings { $0.mayBeEmpty((any Unheard).self) }]
    #expect(try Plan(Void.self, modules: modules).build().resolve([any Unheard].self).isEmpty)
  }

  @Test("B16 · a superclass's protocols lead to the subclass")
  func superclassProtocol() throws {
    #expect(try injector("Descendant").resolve((any Ancestral).self) is Descendant)
    #expect(try injector("Descendant").resolve(named: "Ancestral", as: (any Ancestral).self) is Descendant)
  }

  @Test("B17 · protocols that a protocol inherits lead to the class")
  func inheritedProtocol() throws {
    let injector = try injector("Heir")
    #expect(try injector.resolve((any Bequeathed).self) is Heir)
    #expect(try injector.resolve(named: "Bequeathed", as: (any Bequeathed).self) is Heir)
    #expect(try injector.resolve([any Bequeathed].self).count == 1)
  }
}
