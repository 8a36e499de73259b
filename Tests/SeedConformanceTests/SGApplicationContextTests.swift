import Testing
import Wiring
import WiringDefinitions

/// What SGApplicationContext does: components that are marked, found by a scan, and injected by the types of their
/// properties.
@Suite("A · SGApplicationContext")
struct SGApplicationContextTests {
  /// Everything that the scan of the example finds: a prefix, and a class without it.
  private static let definitions = Definitions(scan: Scan(prefixes: ["SG"], types: ["LegacyMapper"]))

  private func context() throws -> Graph<SGService> {
    try Plan(SGService.self, modules: [], context: Self.definitions).build()
  }

  @Test("A1 · an object by the name of its class; a miss is an error that says what is near, or nil")
  func byName() throws {
    let context = try context()
    // guide: sg-by-name
    let service = try context.resolve(named: "SGService", as: SGService.self)
    // end
    #expect(service === context.root)
    #expect(try context.resolve(SGService.self) === service)
    let error = #expect(throws: ResolutionError.self) { try context.resolve(named: "SGServise", as: SGService.self) }
    #expect(error?.message == "nothing is named 'SGServise'; did you mean 'SGService'?")
    #expect(try context.resolve(ifNamed: "SGService", as: SGService.self) === service)
    #expect(try context.resolve(ifNamed: "SGServise", as: SGService.self) == nil)
  }

  /// What a framework makes, which hands it no context.
  struct ApplicationDelegate {
    let service: SGService

    init(service: SGService = injected(SGService.self, or: SGService(mapper: SGMapper()))) {
      self.service = service
    }
  }

  @Test("A2 · the current context is that of the task, and reaches objects that a framework creates")
  func sharedContext() async throws {
    let (one, other) = (try await build(), try await build())
    #expect(one.perform { ApplicationDelegate().service } === one.root)
    #expect(other.perform { ApplicationDelegate().service } === other.root)
    let child = await one.perform {
      async let delegate = ApplicationDelegate()
      return await delegate.service
    }
    #expect(child === one.root)
    let outside = ApplicationDelegate().service
    #expect(outside !== one.root && outside !== other.root)
  }

  private func build() async throws -> Graph<SGService> { try context() }

  @Test("A3 · the container creates the object; the program does not")
  func creation() throws {
    let report = try Plan(SGReport.self, modules: [], context: Self.definitions).build()
    #expect(try report.root.mapper === report.resolve(SGMapper.self))
  }

  @Test("A4 · a property is injected by its declared type, a protocol as well as a class")
  func byType() throws {
    let context = try context()
    #expect(try context.root.mapper === context.resolve(SGMapper.self))
    let legacy = ObjectIdentifier(try context.resolve(LegacyMapper.self))
    #expect(try context.resolve(SGController.self).injected.last == legacy)
  }

  @Test("A5 · stereotypes mark a class, and add nothing but the word")
  func stereotypes() throws {
    let components = [SGService.wiringComponent, SGMapper.wiringComponent, SGController.wiringComponent]
    #expect(components.map(\.stereotype) == ["Service", "Component", "Controller"])
    #expect(components.map(\.scope) == [.singleton, .singleton, .singleton])
    #expect(components.allSatisfy { !$0.isLazy && !$0.isPrimary && !$0.isEager && $0.profiles.isEmpty })
    let included = try Plan(SGService.self, modules: [], context: Self.definitions).scan.filter(\.isIncluded)
    #expect(Set(included.map(\.component.stereotype)) == ["Service", "Component", "Controller"])
  }

  @Test("A6 · an attribute marks the property")
  func attribute() throws {
    let context = try context()
    let controller = try context.resolve(SGBackwardsController.self)
    #expect(try controller.mapper === context.resolve(SGMapper.self))
    #expect(controller.unmarked == nil, "its type is bound, and nothing marks it")
  }

  @Test("A7 · any number of properties, without numbers")
  func numbers() throws {
    let context = try context()
    let controller = try context.resolve(SGController.self)
    #expect(controller.injected.count == 3 && Set(controller.injected).count == 3)
    #expect(controller.title == "controller")
  }

  @Test("A8 · private and public properties, and their order does not matter")
  func order() throws {
    let context = try context()
    let expected = [
      ObjectIdentifier(context.root), ObjectIdentifier(context.root.mapper),
      ObjectIdentifier(try context.resolve(LegacyMapper.self)),
    ]
    #expect(try context.resolve(SGController.self).injected == expected)
    #expect(try context.resolve(SGBackwardsController.self).injected == expected)
  }

  @Test("A10 · included is what is named and marked, and every exclusion can be explained")
  func predicate() throws {
    let definitions = Definitions(scan: Scan(prefixes: ["SG"], types: ["LegacyMapper"], exceptions: ["SGReport"]))
    let scan = try Plan(SGService.self, modules: [], context: definitions).scan
    let verdicts = Dictionary(scan.map { ($0.component.typeName, $0.description) }) { first, _ in first }
    #expect(verdicts["SGMapper"] == "SGMapper: included by prefix 'SG'")
    #expect(verdicts["LegacyMapper"] == "LegacyMapper: included by name")
    #expect(verdicts["SGReport"] == "SGReport: left out: the scan names it as an exception")
    #expect(verdicts["TallyShared"] == "TallyShared: left out: no prefix and no list names it")
    #expect(verdicts["SGUnmarked"] == nil, "not marked, so no component")
    let error = #expect(throws: WiringError.self) {
      try Plan(SGUnmarked.self, modules: [], context: definitions)
    }
    #expect(error?.problems.map(\.code) == [.missing])
  }

  @Test("A11 · all marked classes of the program are found at run time, without a list")
  func scan() {
    let names = Set(ComponentRegistry.linked.components.map(\.typeName))
    #expect(names.isSuperset(of: ["SGService", "SGMapper", "SGController", "LegacyMapper", "TallyShared"]))
    #expect(!names.contains("SGUnmarked"))
  }

  @Test("A12 · the properties and their types are known without reflection, before anything is made")
  func properties() throws {
    let bindings = try Plan(SGController.self, modules: [], context: Self.definitions).description.bindings
    let controller = try #require(bindings.first { $0.key == AnyKey(SGController.self) })
    #expect(
      controller.dependencies.map { bindings[$0].key } == [
        AnyKey(SGService.self), AnyKey(SGMapper.self), AnyKey((any Mapping).self),
      ])
  }

  @Test("A13 · private variables are written, also after an initializer of the class's own")
  func privateVariables() throws {
    let context = try context()
    let controller = try context.resolve(SGBackwardsController.self)
    #expect(controller.injected.first == ObjectIdentifier(context.root))
    let initialized = try context.resolve(SGInitializedController.self)
    #expect(initialized.title == "initialized")
    #expect(initialized.injected === context.root)
  }

  /// A context whose components count how many of them were made.
  private func tallies(_ made: Counter, isEager: Bool = false) throws -> Plan<Int> {
    try Plan(
      Int.self,
      modules: [
        Bindings { binder in
          binder.bind(Counter.self, to: made)
          binder.bind(Int.self, to: 0)
        }
      ],
      context: Definitions(scan: Scan(prefixes: ["Tally", "Passing"], isEager: isEager)))
  }

  @Test("A14 · every instance is one, made on the first request")
  func singletons() throws {
    let made = Counter()
    let context = try tallies(made).build()
    #expect(made.value == 0)
    let user = try context.resolve(TallyUser.self)
    #expect(made.value == 2)
    #expect(try context.resolve(named: "TallyUser", as: TallyUser.self) === user)
    #expect(try context.resolve(TallyShared.self) === user.shared)
    #expect(made.value == 2)
  }

  @Test("A15 · an unknown class gives nil")
  func unknownClass() throws {
    let context = try context()
    #expect(try context.resolve(ifNamed: "NoSuchClass") == nil)
    #expect(try context.resolve(ifNamed: "SGUnmarked") == nil)
    #expect(try context.resolve(ifBound: SGUnmarked.self) == nil)
  }

  @Test("A16 · at start everything shared that was scanned is made, where that is wanted")
  func eager() throws {
    let made = Counter()
    let context = try tallies(made, isEager: true).build()
    #expect(made.value == 2, "both that are shared, and not the one that is made each time")
    _ = try context.resolve(TallyUser.self)
    #expect(made.value == 2)
  }

  @Test("A17 · service -> mapper")
  func proof() throws {
    let context = try context()
    let service = try context.resolve(named: "SGService", as: SGService.self)
    let mapper = try context.resolve(named: "SGMapper", as: SGMapper.self)
    #expect(service.mapper === mapper)
  }

  @Test("A18 · not only singletons, not only classes, and a cycle is reported")
  func gaps() throws {
    let made = Counter()
    let context = try tallies(made).build()
    #expect(try context.resolve(PassingTally.self) !== context.resolve(PassingTally.self))
    #expect(try self.context().resolve((any Mapping).self) is LegacyMapper)
    let error = #expect(throws: WiringError.self) {
      try Plan(
        CircularHen.self, modules: [], context: Definitions(scan: Scan(types: ["CircularHen", "CircularEgg"])))
    }
    #expect(error?.problems.map(\.code) == [.cycle])
    let graph = try Plan(
      LazyHen.self, modules: [], context: Definitions(scan: Scan(types: ["LazyHen", "LazyEgg"]))
    ).build()
    #expect(try graph.root.egg.value.hen === graph.root)
  }

  @Test("A19 · a circle of autowired properties is refused, with a fix that works")
  func circleOfProperties() throws {
    let error = #expect(throws: WiringError.self) {
      try Plan(
        CircularHen.self, modules: [], context: Definitions(scan: Scan(types: ["CircularHen", "CircularEgg"])))
    }
    #expect(error?.problems.first?.fixes.contains { $0.contains("Lazy<") } == true)
    let graph = try Plan(
      LazyEgg.self, modules: [], context: Definitions(scan: Scan(types: ["LazyHen", "LazyEgg"]))
    ).build()
    #expect(graph.root.hen.egg.isMade, "the egg is the root")
    #expect(try graph.root.hen.egg.value === graph.root)
  }
}
