import Testing
import Wiring
import WiringDefinitions

@Suite struct DefinitionValueTests {
  @Test func `a value with a name takes the place of what a module binds under it`() throws {
    var context = Definitions()
    context.add(value: "pageSize", "20")

    let graph = try Workshop.plan(context, modules: [PageModule()]).build()

    #expect(try graph.resolve(named: Key<Int>("pageSize")) == 20)
  }

  @Test func `a value that cannot be read is a problem, and the module's one does not hide it`() throws {
    var context = Definitions()
    context.add(value: "pageSize", "many")

    let error = try #require(throws: WiringError.self) { try Workshop.plan(context, modules: [PageModule()]) }

    #expect(error.problems.map(\.code) == [.badValue])
  }

  @Test func `an unused value is a warning, with a similar name`() throws {
    var context = Definitions()
    context.add(value: "pagesize", 20)

    let warnings = try Workshop.plan(context, modules: [PageModule()]).warnings

    let warning = try #require(warnings.first { $0.summary == "no binding uses the value 'pagesize'" })
    #expect(warning.code == .unused)
    #expect(warning.nearMisses.map(\.text) == ["'pageSize' exists"])
  }

  @Test func `arguments for an object that a factory makes are a problem`() throws {
    var made = Definition("saw", Saw.self)
    made.factory = "maker"
    made.arguments = [DefinitionValue.Member("teeth", 3)]

    let error = try #require(throws: WiringError.self) {
      try Workshop.plan(Definitions(made, Definition("maker", SawFactory.self, values: ["teeth": 5])))
    }

    #expect(error.problems.map(\.code) == [.unknownName])
  }

  @Test func `what is to be set chooses among initializers`() throws {
    let hook = Component(Hook.self, "Hook") { component in
      component.initializer([]) { Hook(depth: 0) }
      component.initializer(["depth"], Hook.init(depth:))
    }
    var context = Definitions(Definition("hook", class: "Hook", values: ["depth": 4]))
    context.registry = ComponentRegistry([hook])

    let graph = try Plan(Hook.self, modules: [], context: context).build()

    #expect(graph.root.depth == 4)
  }

  private struct Hook {
    let depth: Int
  }

  @Test func `a list of objects and references is made of them`() throws {
    var context = Definitions(Definition("saw", Saw.self, values: ["label": "saw", "teeth": 1]))
    context.add(value: "kit", [.reference("saw"), .definition(Definition(Hammer.self))])

    let graph = try Workshop.plan(context, modules: [KitModule()]).build()

    #expect(try graph.resolve(Kit.self).tools.map(\.label) == ["saw", "hammer"])
  }

  @Test func `a map of objects is made of them`() throws {
    var context = Definitions(Definition("saw", Saw.self, values: ["label": "saw", "teeth": 1]))
    context.add(value: "kit", ["one": .reference("saw"), "two": .definition(Definition(Hammer.self))])

    let graph = try Workshop.plan(context, modules: [NamedKitModule()]).build()

    #expect(try graph.resolve(NamedKit.self).tools.mapValues(\.label) == ["one": "saw", "two": "hammer"])
  }

  @Test func `a handle leads to what is given under its name`() throws {
    var context = Definitions()
    context.add(value: "pageSize", 20)

    let graph = try Workshop.plan(context, modules: [LaterModule()]).build()

    #expect(try graph.resolve(Later.self).size.value == 20)
  }

  @Test func `nested definitions have no name that others could use`() throws {
    let bench = Definition("bench", Bench.self, values: ["tool": .definition(Definition(Hammer.self))])
    let graph = try Workshop.plan(Definitions(bench)).build()

    #expect(try graph.resolve(named: Key<Bench>("bench")).tool?.label == "hammer")
  }

  @Test func `two definitions of one name are a problem, with both places`() throws {
    let error = try #require(throws: WiringError.self) {
      try Workshop.plan(Definitions(Definition("a", Hammer.self), Definition("a", Bench.self)))
    }

    #expect(error.problems.map(\.code) == [.duplicate])
    #expect(error.problems[0].sites.count == 2)
  }

  @Test func `definitions of other profiles are excluded, and may share a name`() throws {
    var demo = Definition("bench", Bench.self, values: ["height": 1])
    demo.profiles = ["demo"]
    var other = Definition("bench", Bench.self, values: ["height": 2])
    other.profiles = ["!demo"]

    let inDemo = try Workshop.plan(Definitions(demo, other), profile: "demo").build()
    let inProduction = try Workshop.plan(Definitions(demo, other)).build()

    #expect(try inDemo.resolve(named: Key<Bench>("bench")).height == 1)
    #expect(try inProduction.resolve(named: Key<Bench>("bench")).height == 2)
  }

  @Test func `what cannot be shared is not shared by a definition`() throws {
    let error = try #require(throws: WiringError.self) {
      try Workshop.plan(Definitions(Definition("bench", Bench.self, scope: .singleton)))
    }

    #expect(error.problems.map(\.code) == [.badValue])
  }

  @Test func `every mistake of every definition is reported at once`() throws {
    let error = try #require(throws: WiringError.self) {
      try Workshop.plan(
        Definitions(
          Definition("a", class: "Bensh"), Definition("b", Bench.self, values: ["hight": 1]),
          Definition("c", Bench.self, values: ["height": "tall"]),
          Definition("d", Bench.self, references: ["tool": "sawe"]),
          Definition("saw", Saw.self, values: ["label": "x", "teeth": 1])))
    }

    #expect(error.problems.map(\.code) == [.missing, .unknownType, .unknownName, .badValue])
    #expect(
      error.problems.flatMap(\.nearMisses).map(\.text) == ["'saw' is defined", "'Bench' exists", "'height' exists"])
  }

  private struct PageModule: Module {
    func configure(_ binder: inout Binder) { binder.bind(Int.self, to: 50).named(Key("pageSize")) }
  }

  private struct Kit {
    let tools: [any Tool]
  }

  private struct KitModule: Module {
    func configure(_ binder: inout Binder) { binder.bind(Kit.self, Kit.init).from(Key("kit")) }
  }

  private struct NamedKit {
    let tools: [String: any Tool]
  }

  private struct NamedKitModule: Module {
    func configure(_ binder: inout Binder) { binder.bind(NamedKit.self, NamedKit.init).from(Key("kit")) }
  }

  private struct Later {
    let size: Lazy<Int>
  }

  private struct LaterModule: Module {
    func configure(_ binder: inout Binder) { binder.bind(Later.self, Later.init).from(Key("pageSize")) }
  }
}
