import Testing
import Wiring
import WiringDefinitions

/// What OxICContainer's definitions do, by code and by annotations.
@Suite("E · OxICContainer")
struct OxICContainerTests {
  /// What the examples begin with: the service, and the counter that counted objects need.
  static func container(_ definitions: Definitions, made: Counter = Counter()) throws -> Plan<Void> {
    try Plan(
      Void.self,
      modules: [
        Bindings { binder in
          binder.bind(Void.self, to: ())
          binder.bind(Counter.self, to: made)
        }
      ], context: definitions)
  }

  private static let service = Definition("serviceNameInContainer", ExampleServiceImpl2.self)

  @Test("E1 · the container holds definitions, and nothing is made until it is asked for")
  func definitions() throws {
    let made = Counter()
    let plan = try Self.container(
      Definitions(
        Definition("theService", CountedService.self, scope: .singleton),
        Definition("theExecutor", ServiceExecutorImpl1.self, references: ["service": "theService"])), made: made)
    let container = try plan.build()
    #expect(made.value == 0)
    let executor = try container.resolve(named: "theExecutor", as: ServiceExecutorImpl1.self)
    #expect(executor.execute() == "counted" && made.value == 1)
  }

  @Test("E2 · each definition has a unique name; a second one is an error that names both locations")
  func uniqueNames() throws {
    let definitions = Definitions(
      Definition("theService", ExampleServiceImpl1.self, file: "App/One.swift", line: 3, column: 5),
      Definition("theService", ExampleServiceImpl2.self, file: "App/Two.swift", line: 7, column: 9))
    let error = #expect(throws: WiringError.self) { try Self.container(definitions) }
    #expect(error?.problems.map(\.code) == [.duplicate])
    let report = "\(error?.description ?? "")"
    #expect(report.contains("One.swift:3") && report.contains("Two.swift:7"))
  }

  @Test("E3 · a singleton is made on the first request, and kept")
  func singleton() throws {
    let made = Counter()
    let container = try Self.container(
      Definitions(Definition("theService", CountedService.self, scope: .singleton)), made: made
    ).build()
    let first = try container.resolve(named: "theService", as: (any ExampleService).self)
    let second = try container.resolve(named: "theService", as: (any ExampleService).self)
    #expect(first === second && made.value == 1)
  }

  @Test("E4 · a prototype is made each time, and let go")
  func prototype() throws {
    let container = try Self.container(Definitions(Definition("theService", ExampleServiceImpl1.self))).build()
    weak var released: (any ExampleService)?
    do {
      let first = try container.resolve(named: "theService", as: (any ExampleService).self)
      let second = try container.resolve(named: "theService", as: (any ExampleService).self)
      #expect(first !== second)
      released = first
    }
    #expect(released == nil)
  }

  @Test("E5 · a lazy definition hands out a proxy, and the object is made on its first call")
  func lazy() throws {
    let made = Counter()
    let container = try Self.container(
      Definitions(
        Definition("theService", CountedService.self, scope: .singleton, isLazy: true),
        Definition("theExecutor", ServiceExecutorImpl1.self, references: ["service": "theService"])), made: made
    ).build()
    let service = try container.resolve(named: "theService", as: (any ExampleService).self)
    let executor = try container.resolve(named: "theExecutor", as: ServiceExecutorImpl1.self)
    #expect(service is LazyExampleService && executor.service is LazyExampleService)
    #expect(executor.service === service && made.value == 0)
    #expect(executor.execute() == "counted" && made.value == 1)
    #expect(service.name() == "counted" && made.value == 1, "one object behind both")
  }

  @Test("E6 · properties are injected")
  func setters() throws {
    let container = try Self.container(
      Definitions(
        Self.service,
        Definition(
          "theExecutor", ServiceExecutorImpl1.self, references: ["service": "serviceNameInContainer"]))
    ).build()
    #expect(try container.resolve(named: "theExecutor", as: (any ServiceExecutor).self).execute() == "two")
    // By a method, where the property is private, as Objective-C's setters are methods.
    let method = try Self.container(
      Definitions(
        Self.service, Definition("other", ExampleServiceImpl1.self),
        Definition("theExecutor", SetterExecutor.self, references: ["service": "serviceNameInContainer"]))
    ).build()
    #expect(try method.resolve(named: "theExecutor", as: (any ServiceExecutor).self).execute() == "two 0")
  }

  @Test("E32 · setters with parameters are called, with objects by type and by a definition's references")
  func setterMethods() throws {
    var definition = Definition("theExecutor", SetterExecutor.self)
    definition.arguments = [.init("service", .reference("two"))]
    let container = try Self.container(
      Definitions(
        Definition("one", ExampleServiceImpl1.self), Definition("two", ExampleServiceImpl2.self), definition)
    ).build()
    #expect(try container.resolve(named: "theExecutor", as: SetterExecutor.self).execute() == "two 0")
    let modules = [
      Bindings { binder in
        binder.bind(Int.self, to: 7)
        binder.bind((any ExampleService).self) { ExampleServiceImpl1() }
        binder.bind(SetterExecutor.init).calling(SetterExecutor.set)
      }
    ]
    #expect(try Plan(SetterExecutor.self, modules: modules).build().root.execute() == "one 7")
  }

  @Test("E7 · references lead to other definitions by name; one that leads nowhere is an error")
  func references() throws {
    let definitions = Definitions(
      Definition("one", ExampleServiceImpl1.self), Definition("two", ExampleServiceImpl2.self),
      Definition("first", ServiceExecutorImpl1.self, references: ["service": "one"]),
      Definition("second", ServiceExecutorImpl1.self, references: ["service": "two"]))
    let container = try Self.container(definitions).build()
    #expect(try container.resolve(named: "first", as: ServiceExecutorImpl1.self).execute() == "one")
    #expect(try container.resolve(named: "second", as: ServiceExecutorImpl1.self).execute() == "two")
    let broken = Definitions(
      Definition("one", ExampleServiceImpl1.self),
      Definition("first", ServiceExecutorImpl1.self, references: ["service": "oen"]))
    let error = #expect(throws: WiringError.self) { try Self.container(broken) }
    // Also where the property is an optional.
    #expect(error?.problems.map(\.code) == [.missing])
    #expect(error?.problems.first?.summary == "nothing provides 'any ExampleService \"oen\"'")
  }

  @Test("E9 · objects that make others take the place of what they make")
  func customFactories() throws {
    let container = try Self.container(
      Definitions(Definition("theService", ExampleServiceImpl1.self), Definition("echo", EchoFactory.self))
    ).build()
    let echo = try container.resolve(named: "echo", as: (any ExampleService).self)
    #expect(echo is EchoService && echo.name() == "echo of one")
  }

  @Test("E10 · a container is made by code")
  func byCode() throws {
    // guide: oxic-code
    var newContainer = Definitions()
    newContainer.add(
      Definition(
        "mainView", MyView.self, scope: .transient, isLazy: false,
        references: ["owner": "mainViewController"], values: ["text": "This is my view"]))
    newContainer.add(MyViewController.self)
    newContainer.add(Definition("serviceNameInContainer", ExampleServiceImpl2.self))
    // end
    // guide: oxic-get
    let container = try Plan(modules: [], context: newContainer).build()
    let mainView = try container.resolve(named: "mainView", as: MyView.self)
    // end
    #expect(mainView.text == "This is my view")
    #expect(mainView.owner?.title() == "The view of two")
    #expect(try container.resolve(named: "mainView", as: MyView.self) !== mainView)
  }

  @Test("E11 · a container is made by annotations")
  func byAnnotations() throws {
    let definitions = Definitions(scan: Scan(types: ["MyViewController"]), Self.service)
    let container = try Self.container(definitions).build()
    let controller = try container.resolve(named: "mainViewController", as: (any ViewController).self)
    #expect(controller.title() == "The view of two")
    #expect(try container.resolve(named: "mainViewController", as: (any ViewController).self) === controller)
  }

  /// Takes the place of `ExampleServiceImpl2` in another registry.
  final class OtherService: ExampleService {
    func name() -> String { "another registry's" }
  }

  @Test("E13 · where types are looked up is handed in")
  func registry() throws {
    let registry = ComponentRegistry([
      Component(OtherService.self, "ExampleServiceImpl2") { component in
        component.initializer([], OtherService.init)
        component.conforms(to: (any ExampleService).self) { $0 }
      }
    ])
    let definition = Definition("theService", class: "ExampleServiceImpl2")
    let container = try Self.container(Definitions(registry: registry, definition)).build()
    #expect(try container.resolve(named: "theService", as: (any ExampleService).self).name() == "another registry's")
    let linked = try Self.container(Definitions(definition)).build()
    #expect(try linked.resolve(named: "theService", as: (any ExampleService).self).name() == "two")
  }

  @Test("E14 · a definition is a value: name, class, singleton, lazy, references, values")
  func value() throws {
    let definition = Definition(
      "mainView", class: "MyView", scope: .singleton, isLazy: false, references: ["owner": "mainViewController"],
      values: ["text": "This is my view"])
    var copy = definition
    copy.name = "otherView"
    copy.scope = .transient
    #expect(definition.name == "mainView" && definition.scope == .singleton && definition.isLazy == false)
    guard case .named("MyView") = definition.type else {
      Issue.record("another class")
      return
    }
    #expect(definition.properties.map(\.name) == ["owner", "text"])
    guard case .reference("mainViewController", isLazy: false) = definition.properties[0].value.content,
      case .text("This is my view") = definition.properties[1].value.content
    else {
      Issue.record("other properties")
      return
    }
  }

  @Test("E15 · a definition is added")
  func addDefinition() throws {
    var definitions = Definitions()
    #expect(throws: ResolutionError.self) {
      try Self.container(definitions).build().resolve(named: "theService")
    }
    definitions.add(Definition("theService", ExampleServiceImpl1.self))
    let container = try Self.container(definitions).build()
    #expect(try container.resolve(named: "theService") is ExampleServiceImpl1)
  }

  @Test("E16 · a definition is added from a class, or from its name")
  func addDefinitionFromClass() throws {
    var definitions = Definitions(Self.service)
    definitions.add(MyViewController.self)
    definitions.add(Definition(class: "ServiceExecutorImpl1"))
    let container = try Self.container(definitions).build()
    #expect(
      try container.resolve(named: "mainViewController", as: (any ViewController).self).title() == "The view of two")
    #expect(try container.resolve(ServiceExecutorImpl1.self).execute() == "nothing")
    var byName = Definitions(Self.service)
    byName.add(class: "MyViewController")
    let other = try Self.container(byName).build()
    #expect(try other.resolve(named: "mainViewController", as: (any ViewController).self).title() == "The view of two")
    let error = #expect(throws: WiringError.self) {
      try Self.container(Definitions(Definition(class: "ServiceExecutorImpl7")))
    }
    #expect(error?.problems.map(\.code) == [.unknownType])
  }

  @Test("E17 · the name that an annotation gives")
  func name() throws {
    #expect(MyViewController.wiringComponent.name == "mainViewController")
    var definitions = Definitions(Self.service)
    definitions.add(MyViewController.self)
    #expect(definitions.definitions.map(\.name) == ["serviceNameInContainer", "mainViewController"])
    let container = try Self.container(definitions).build()
    #expect(try container.resolve(ifNamed: "mainViewController", as: (any ViewController).self) != nil)
  }

  @Test("E18 · the singleton that an annotation says")
  func singletonByAnnotation() throws {
    var definitions = Definitions(Self.service)
    definitions.add(MyViewController.self)
    let container = try Self.container(definitions).build()
    #expect(MyViewController.wiringComponent.scope == .singleton)
    let key = Key<MyViewController>("mainViewController")
    #expect(try container.resolve(named: key) === container.resolve(named: key))
  }

  @Test("E19 · the injection that an annotation says, by name")
  func injectionByAnnotation() throws {
    var definitions = Definitions(
      Definition("serviceNameInContainer", ExampleServiceImpl1.self), Definition("other", ExampleServiceImpl2.self))
    definitions.add(MyViewController.self)
    let container = try Self.container(definitions).build()
    let controller = try container.resolve(named: "mainViewController", as: (any ViewController).self)
    #expect(controller.title() == "The view of one")
  }

  @Test("E20 · the laziness that an annotation says")
  func lazyByAnnotation() throws {
    let made = Counter()
    var definitions = Definitions(Definition("serviceNameInContainer", CountedService.self))
    definitions.add(MyViewController.self)
    let container = try Self.container(definitions, made: made).build()
    let controller = try container.resolve(named: "mainViewController", as: (any ViewController).self)
    #expect(controller is LazyViewController && made.value == 0)
    #expect(controller.title() == "The view of counted" && made.value == 1)
  }
}
