import Foundation
import Testing
import Wiring
import WiringContext
import WiringDefinitions

/// What OxICContainer's files do, which it did not complete.
@Suite("E · OxICContainer: values and files")
struct OxICContainerFileTests {
  private func container(_ definitions: Definitions) throws -> Graph<Void> {
    try OxICContainerTests.container(definitions).build()
  }

  private let reader = ContextReader(environment: [:])

  /// The document's file, its misspelt root element included.
  private static let original = """
    <contanier>
    	<object id="theService" class="ExampleServiceImpl2" lazy="false"/>
    	<object id="theExecutor" class="ServiceExecutorImpl1">
    		<property name="service" ref="theService"/>
    	</object>
    </contanier>
    """

  @Test("E8 · values become what the property is, and a wrong one is an error with the file's line")
  func values() throws {
    let text = """
      objects:
        settings:
          class: Settings
          properties: {title: Main, size: 12, ratio: "0.5", isOn: true, tags: [a, b], limits: {x: 1}, pause: 30s, note: null}
      """
    let settings = try container(reader.read(text, as: .yaml, named: "settings.yaml"))
      .resolve(named: "settings", as: Settings.self)
    #expect(settings.title == "Main" && settings.size == 12 && settings.ratio == 0.5 && settings.isOn)
    #expect(settings.tags == ["a", "b"] && settings.limits == ["x": 1] && settings.pause == .seconds(30))
    #expect(settings.note == nil)
    let wrong = """
      objects:
        settings:
          class: Settings
          properties:
            size: large
      """
    let error = #expect(throws: WiringError.self) {
      try container(reader.read(wrong, as: .yaml, named: "settings.yaml"))
    }
    #expect(error?.problems.map(\.code) == [.badValue])
    #expect(error?.problems.first?.location?.description == "settings.yaml:5:13")
  }

  @Test(
    "E12 · a container is made by XML, and by a property list, JSON and YAML",
    arguments: [
      (ContextFormat.xml, original),
      (
        .propertyList,
        """
        <plist version="1.0"><dict><key>objects</key><dict>
          <key>theService</key><dict><key>class</key><string>ExampleServiceImpl2</string></dict>
          <key>theExecutor</key><dict><key>class</key><string>ServiceExecutorImpl1</string>
            <key>properties</key><dict><key>service</key><dict><key>ref</key><string>theService</string></dict></dict>
          </dict>
        </dict></dict></plist>
        """
      ),
      (
        .json,
        """
        {"objects": {
          "theService": {"class": "ExampleServiceImpl2"},
          "theExecutor": {"class": "ServiceExecutorImpl1", "properties": {"service": {"ref": "theService"}}}
        }}
        """
      ),
      (
        .yaml,
        """
        objects:
          theService: {class: ExampleServiceImpl2}
          theExecutor: {class: ServiceExecutorImpl1, properties: {service: {ref: theService}}}
        """
      ),
    ])
  func formats(format: ContextFormat, text: String) throws {
    let container = try container(reader.read(text, as: format, named: "container"))
    #expect(try container.resolve(named: "theExecutor", as: (any ServiceExecutor).self).execute() == "two")
  }

  @Test("E21 · the vocabulary is taken as it was written, and has what it lacked")
  func vocabulary() throws {
    // guide: oxic-xml
    let reader = ContextReader(environment: [:])
    let newContainer = reader.read(
      """
      <contanier>
        <object id="theService" class="ExampleServiceImpl2" lazy="false"/>
        <object id="theExecutor" class="ServiceExecutorImpl1">
          <property name="service" ref="theService"/>
        </object>
      </contanier>
      """, as: .xml, named: "container.xml")
    // end
    let executor = try container(newContainer).resolve(named: "theExecutor", as: ServiceExecutorImpl1.self)
    #expect(executor.service is ExampleServiceImpl2)

    let text = """
      <container>
        <object id="theService" class="CountedService" scope="singleton" lazy="true"/>
        <object id="theExecutor" class="ServiceExecutorImpl1" singleton="false">
          <property name="service" ref="theService"/>
        </object>
        <object id="settings" class="Settings">
          <property name="title" value="Main"/>
          <property name="tags"><list><value>a</value><value>b</value></list></property>
        </object>
        <object id="controller" class="TemplateController">
          <argument name="template" value="Main"/>
          <argument name="folder" value="nibs"/>
        </object>
      </container>
      """
    let container = try container(reader.read(text, as: .xml, named: "container.xml"))
    let (first, second) = (
      try container.resolve(named: "theExecutor", as: ServiceExecutorImpl1.self),
      try container.resolve(named: "theExecutor", as: ServiceExecutorImpl1.self)
    )
    #expect(first !== second && first.service is LazyExampleService && first.execute() == "counted")
    let settings = try container.resolve(named: "settings", as: Settings.self)
    #expect(settings.title == "Main" && settings.tags == ["a", "b"])
    let controller = try container.resolve(named: "controller", as: TemplateController.self)
    #expect(controller.template == "Main" && controller.folder == "nibs")
  }

  @Test("E33 · the ready factories: a file says what each was for, and the program writes the one of its templates")
  func readyFactories() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "templates-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data("The template's text".utf8).write(to: folder.appending(path: "MyViewController.txt"))
    // guide: oxic-factories
    let text = """
      objects:
        # The default factory: none is named. A property of type Provider receives it.
        theService: {class: CountedService}
        waiter: {class: Waiter}
        # The factory of a lazy proxy: one word.
        lazyService: {class: CountedService, lazy: true}
        theExecutor: {class: ServiceExecutorImpl1, properties: {service: {ref: lazyService}}}
        # The factory of a view from a template, for its owner.
        serviceNameInContainer: {class: ExampleServiceImpl2}
        mainViewController: {class: MyViewController}
        templates: {class: TemplateFolder, arguments: {url: "${TEMPLATES}"}}
        mainView:
          class: TemplateViewFactory
          arguments: {folder: {ref: templates}, name: MyViewController, owner: {ref: mainViewController}}
        # The factory of a controller, whose object is injected too.
        controllerFactory: {class: TemplateControllerFactory, arguments: {template: Main}}
        controller: {class: TemplateController, factory: controllerFactory, properties: {service: {ref: theService}}}
      """
    // end
    let made = Counter()
    let reader = ContextReader(environment: ["TEMPLATES": folder.absoluteString])
    let definitions = reader.read(text, as: .yaml, named: "factories.yaml")
    let container = try OxICContainerTests.container(definitions, made: made).build()
    let waiter = try container.resolve(named: "waiter", as: Waiter.self)
    #expect(try waiter.provider() !== waiter.provider() && made.value == 2)
    let executor = try container.resolve(named: "theExecutor", as: ServiceExecutorImpl1.self)
    #expect(executor.service is LazyExampleService && made.value == 2)
    #expect(executor.execute() == "counted" && made.value == 3)
    let view = try container.resolve(named: "mainView", as: MyView.self)
    #expect(view.text == "The template's text" && view.owner?.title() == "The view of two")
    let controller = try container.resolve(named: "controller", as: TemplateController.self)
    #expect(controller.template == "Main" && controller.service is CountedService)
  }

  @Test("E22 · an object by its name")
  func getObject() throws {
    let container = try container(reader.read(Self.original, as: .xml, named: "container.xml"))
    #expect(try container.resolve(named: "theService") is ExampleServiceImpl2)
    #expect(try container.resolve(named: "theExecutor", as: (any ServiceExecutor).self) is ServiceExecutorImpl1)
    let error = #expect(throws: ResolutionError.self) { try container.resolve(named: "theExecuter") }
    #expect(error?.message == "nothing is named 'theExecuter'; did you mean 'theExecutor'?")
  }
}
