import Foundation
import Testing
import Wiring
import WiringDefinitions

/// What OxICContainer's factories do, and what its failed experiments wanted.
@Suite("E · OxICContainer: factories and experiments")
struct OxICContainerFactoryTests {
  private func container(_ definitions: Definitions, made: Counter = Counter()) throws -> Graph<Void> {
    try OxICContainerTests.container(definitions, made: made).build()
  }

  @Test("E23 · a factory is injected before it makes the object")
  func injectedFactory() throws {
    let container = try container(
      Definitions(
        Definition("echo", EchoFactory.self, scope: .singleton), Definition("theService", ExampleServiceImpl2.self)))
    let echo = try container.resolve(named: "echo", as: (any ExampleService).self)
    #expect(echo.name() == "echo of two")
    #expect(try container.resolve(named: "echo", as: (any ExampleService).self) === echo)
  }

  @Test("E24 · without a factory the object itself is made and injected")
  func defaultFactory() throws {
    let container = try container(
      Definitions(
        Definition("theService", ExampleServiceImpl1.self),
        Definition("theExecutor", ServiceExecutorImpl1.self, references: ["service": "theService"])))
    let executor = try container.resolve(named: "theExecutor")
    #expect((executor as? ServiceExecutorImpl1)?.execute() == "one")
  }

  @Test("E25 · a property of factory type receives the factory")
  func factoryProperty() throws {
    let made = Counter()
    let container = try container(
      Definitions(Definition("theService", CountedService.self), Definition("waiter", Waiter.self)), made: made)
    let waiter = try container.resolve(named: "waiter", as: Waiter.self)
    #expect(made.value == 0)
    #expect(try waiter.provider() !== waiter.provider())
    #expect(try waiter.closure().name() == "counted")
    #expect(made.value == 3)
    // Over an object that is a factory, each call is one of `makeObject`.
    let calls = Counter()
    let overFactory = try self.container(
      Definitions(Definition("theService", CountingFactory.self), Definition("patron", Patron.self)), made: calls
    ).resolve(named: "patron", as: Patron.self)
    #expect(calls.value == 0)
    #expect(try overFactory.provider().name() == "echo of call 1")
    #expect(try overFactory.provider().name() == "echo of call 2")
  }

  @Test("E26 · the proxy keeps what it makes its object with")
  func keptFactory() throws {
    let made = Counter()
    let service = try container(
      Definitions(Definition("theService", CountedService.self, scope: .singleton, isLazy: true)), made: made
    ).resolve(named: "theService", as: (any ExampleService).self)
    // The container is gone.
    #expect(made.value == 0)
    #expect(service.name() == "counted" && made.value == 1)
    #expect(service.name() == "counted" && made.value == 1)
  }

  @Test("E27 · the long form: a factory whose product is the proxy")
  func longForm() throws {
    let made = Counter()
    let container = try container(
      Definitions(
        Definition("theService", CountedService.self, scope: .singleton),
        Definition("lazyService", LazyServiceFactory.self)), made: made)
    let service = try container.resolve(named: "lazyService", as: (any ExampleService).self)
    #expect(service is LazyExampleService && made.value == 0)
    #expect(service.name() == "counted" && made.value == 1)
  }

  @Test("E29 · a view is made from the template of a name, with its owner")
  func templates() throws {
    // guide: oxic-template
    let folder = FileManager.default.temporaryDirectory.appending(path: "templates-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data("The template's text".utf8).write(to: folder.appending(path: "MyViewController.txt"))
    var newContainer = Definitions(
      Definition(
        "mainView", TemplateViewFactory.self, references: ["owner": "mainViewController"],
        values: ["name": "MyViewController", "folder": .given(TemplateFolder(url: folder))]),
      Definition("serviceNameInContainer", ExampleServiceImpl2.self))
    newContainer.add(MyViewController.self)
    // end
    defer { try? FileManager.default.removeItem(at: folder) }
    let container = try container(newContainer)
    let view = try container.resolve(named: "mainView", as: MyView.self)
    #expect(view.text == "The template's text")
    #expect(view.owner?.title() == "The view of two")
    try FileManager.default.removeItem(at: folder)
    #expect(throws: (any Error).self) { try container.resolve(named: "mainView", as: MyView.self) }
  }

  @Test("E30 · the object that a factory made is injected, by a separate definition")
  func injectedProduct() throws {
    // guide: oxic-product
    var controller = Definition(
      "mainViewController", TemplateController.self, references: ["service": "theService"])
    controller.factory = DefinitionValue.Member("controllerFactory", nil)
    let newContainer = Definitions(
      Definition("controllerFactory", TemplateControllerFactory.self, values: ["template": "Main"]),
      controller,
      Definition("theService", ExampleServiceImpl2.self))
    // end
    let made = try container(newContainer).resolve(named: "mainViewController", as: TemplateController.self)
    #expect(made.template == "Main" && made.folder == "factory", "the factory made it")
    #expect(made.service is ExampleServiceImpl2, "and the definition injected it")
  }

  @Test("E31 · the initializer and its parameters are chosen by the arguments")
  func arguments() throws {
    // guide: oxic-arguments
    var controller = Definition("mainViewController", TemplateController.self)
    controller.arguments = [.init("template", "Main"), .init("folder", "nibs")]
    // end
    let container = try container(Definitions(controller, Definition("plain", TemplateController.self)))
    let made = try container.resolve(named: "mainViewController", as: TemplateController.self)
    #expect(made.template == "Main" && made.folder == "nibs")
    let plain = try container.resolve(named: "plain", as: TemplateController.self)
    #expect(plain.template == "TemplateController" && plain.folder == "none")
    var wrong = controller
    wrong.arguments = [.init("templete", "Main")]
    let error = #expect(throws: WiringError.self) { try self.container(Definitions(wrong)) }
    #expect(error?.problems.map(\.code) == [.unknownName])
  }

  @Test("E34 · a lazy class is asked for as a protocol with a proxy, or as Lazy; the plan refuses anything else")
  func lazyClass() throws {
    var service = Definition("theService", CountedService.self, scope: .singleton)
    service.isLazy = true
    let made = Counter()
    let lazy = try container(Definitions(service), made: made)
      .resolve(named: "theService", as: (any ExampleService).self)
    #expect(lazy is LazyExampleService && made.value == 0)

    let asClass = Definition("consumer", CountedServiceConsumer.self, references: ["service": "theService"])
    let error = #expect(throws: WiringError.self) { try container(Definitions(service, asClass)) }
    #expect(error?.problems.map(\.code) == [.noStandIn])
    #expect(error?.problems.first?.fixes.last?.contains("Lazy<…>") == true)

    service.isLazy = false
    let later = Definition("consumer", LazyServiceConsumer.self, references: ["service": "theService"])
    let consumer = try container(Definitions(service, later), made: made)
      .resolve(named: "consumer", as: LazyServiceConsumer.self)
    #expect(made.value == 0)
    #expect(try consumer.service.value.name() == "counted" && made.value == 1)
  }
}
