import Testing
import Wiring
import WiringDefinitions

/// Who is nearer than whom, and what belongs to whom alone.
@Suite struct PrecedenceTests {
  private static func bench(_ tool: String, _ values: KeyValuePairs<String, DefinitionValue> = [:]) -> Definition {
    Definition("bench", Bench.self, references: ["tool": tool], values: values)
  }

  private static func saw(_ name: String, _ label: String) -> Definition {
    Definition(name, Saw.self, values: ["label": .init(.text(label)), "teeth": 1])
  }

  @Test func `an override wins over a definition that provides the type`() throws {
    var standing = Definition("hammer", Hammer.self)
    standing.interfaces = ["Tool"]
    var context = Definitions(standing)
    context.registry = Workshop.registry

    let plan = try Plan(Void.self, modules: [ToolModule()], context: context) {
      $0.replace((any Tool).self, with: Saw(label: "fake", teeth: 1))
    }

    #expect(try plan.build().resolve((any Tool).self).label == "fake")
  }

  @Test func `a definition is nearer than a component of its name`() throws {
    let graph = try Workshop.plan(
      Definitions(scan: Scan(types: ["Hammer"]), Self.saw("hammer", "defined"), Self.bench("hammer"))
    ).build()

    #expect(try graph.resolve(named: Key<Bench>("bench")).tool?.label == "defined")
  }

  @Test func `a definition is nearer than what a module binds under its name`() throws {
    struct NamedModule: Module {
      func configure(_ binder: inout Binder) {
        binder.bind((any Tool).self) { Hammer() as any Tool }.named(Key("saw"))
      }
    }

    let graph = try Workshop.plan(
      Definitions(Self.saw("saw", "defined"), Self.bench("saw")), modules: [NamedModule()]
    ).build()

    #expect(try graph.resolve(named: Key<Bench>("bench")).tool?.label == "defined")
  }

  @Test func `a value that refers to another, or contains objects, is nearer than what a module binds under its name`()
    throws
  {
    let bound = Bindings { binder in
      binder.bind(Int.self, to: 1).named(Key("height"))
      binder.bind([any Tool].self) { [any Tool]() }.named(Key("kit"))
      binder.bind(Double.self) { (height: Int, kit: [any Tool]) in Double(height * 10 + kit.count) }
        .from(Key("height"), Key("kit"))
    }
    var context = Definitions(Self.saw("saw", "defined"))
    context.registry = Workshop.registry
    context.values = [
      .init("tall", 9), .init("height", .reference("tall")), .init("kit", [.reference("saw")]),
    ]

    let graph = try Plan(Double.self, modules: [bound], context: context).build()

    #expect(graph.root == 91)
  }

  @Test(arguments: [true, false])
  func `a name that looks like that of an element is another value`(isFirst: Bool) throws {
    let kit = DefinitionValue.Member("kit", [.reference("saw"), .reference("hammer")])
    let other = DefinitionValue.Member("kit[0]", .reference("hammer"))
    var context = Definitions(Self.saw("saw", "defined"), Definition("hammer", Hammer.self))
    context.registry = Workshop.registry
    context.values = isFirst ? [other, kit] : [kit, other]
    let module = Bindings { binder in
      binder.bind(String.self) { (kit: [any Tool], other: any Tool) in "\(kit.map(\.label)) \(other.label)" }
        .from(Key("kit"), Key("kit[0]"))
    }

    #expect(try Plan(String.self, modules: [module], context: context).build().root == #"["defined", "hammer"] hammer"#)
  }

  @Test func `a component may name more parameters than it has`() throws {
    let component = Component(Hammer.self, "Hammer") { $0.initializer(["label", "weight"], Hammer.init) }
    var context = Definitions(Definition("hammer", Hammer.self))
    context.registry = ComponentRegistry([component])
    _ = try Plan(modules: [], context: context)
  }

  @Test func `a child's definition is nearer than its parent's of that name, with its own values`() throws {
    let parent = try Workshop.plan(Definitions(Self.saw("saw", "outer"))).build()
    var context = Definitions(Self.saw("saw", "inner"), Self.bench("saw"))
    context.registry = Workshop.registry

    let child = try parent.child(Int.self, modules: [NumberModule()], context: context).build()

    #expect(try child.resolve(named: Key<Saw>("saw")).label == "inner")
    #expect(try child.resolve(named: Key<Bench>("bench")).tool?.label == "inner")
    #expect(try parent.resolve(named: Key<Saw>("saw")).label == "outer")
  }

  @Test func `a child's value is nearer than its parent's`() throws {
    struct PortModule: Module {
      func configure(_ binder: inout Binder) { binder.bind(Int.self, to: 0).named(Key("port")) }
    }
    struct AskingModule: Module {
      func configure(_ binder: inout Binder) { binder.bind(Int.self, { (port: Int) in port }).from(Key("port")) }
    }
    var outer = Definitions()
    outer.add(value: "port", 1)
    var inner = Definitions()
    inner.add(value: "port", 2)

    let parent = try Workshop.plan(outer, modules: [PortModule()]).build()
    let child = try parent.child(Int.self, modules: [AskingModule()], context: inner).build()

    #expect(child.root == 2)
  }

  @Test func `an outer value keeps the conversions of its definitions in a child with definitions of its own`() throws {
    struct Money: Sendable, Equatable { let cents: Int }
    var outer = Definitions()
    outer.add(value: "price", "€ 5")
    outer.conversions.add(Money.self, expected: "a price") { text in
      Int(text.dropFirst(2)).map { Money(cents: $0 * 100) }
    }
    var inner = Definitions()
    inner.add(value: "other", 2)

    let parent = try Workshop.plan(outer).build()
    let child = try parent.child(Int.self, modules: [NumberModule()], context: inner).build()

    #expect(try child.resolve(named: Key<Money>("price")) == Money(cents: 500))
  }

  @Test func `two definitions that only provide their type are a problem`() throws {
    var (one, two) = (Self.saw("one", "1"), Self.saw("two", "2"))
    one.interfaces = ["Saw"]
    two.interfaces = ["Saw"]

    let error = try #require(throws: WiringError.self) {
      try Workshop.plan(Definitions(one, two), modules: [SawModule()])
    }

    #expect(error.problems.map(\.code) == [.ambiguous])
  }

  @Test func `a definition provides a protocol that only another definition requests`() throws {
    var standing = Self.saw("saw", "x")
    standing.interfaces = ["Tool"]

    let graph = try Workshop.plan(Definitions(standing, Definition("bench", Bench.self))).build()

    #expect(try graph.resolve((any Tool).self).label == "x")
  }

  @Test func `an argument of a definition is private to it, whatever a value is called`() throws {
    var context = Definitions(
      Self.saw("saw", "of the definition"),
      Definition("other", Saw.self, references: ["label": "saw.label"], values: ["teeth": 1]))
    context.add(value: "saw.label", "of the value")

    let graph = try Workshop.plan(context).build()

    #expect(try graph.resolve(named: Key<Saw>("other")).label == "of the value")
    #expect(try graph.resolve(named: Key<Saw>("saw")).label == "of the definition")
  }

  @Test func `a nested definition is no candidate for others`() throws {
    let bench = Definition("bench", Bench.self, values: ["tool": .definition(Definition(Hammer.self))])

    let graph = try Workshop.plan(Definitions(bench, Self.saw("saw", "x"))).build()

    #expect(try graph.resolve([any Tool].self).map(\.label) == ["x"])
  }

  @Test func `values that refer to each other are a cycle, however long`() throws {
    var context = Definitions(Definition("saw", Saw.self, references: ["label": "v0"], values: ["teeth": 1]))
    for index in 0..<20_000 { context.add(value: "v\(index)", .reference("v\((index + 1) % 20_000)")) }

    let error = try #require(throws: WiringError.self) { try Workshop.plan(context) }

    #expect(error.problems.map(\.summary) == ["20000 values refer to each other"])
  }

  @Test func `a value that refers to another one is that`() throws {
    var context = Definitions(Definition("saw", Saw.self, references: ["label": "a"], values: ["teeth": 1]))
    context.add(value: "a", .reference("b"))
    context.add(value: "b", "end")

    #expect(try Workshop.plan(context).build().resolve(named: Key<Saw>("saw")).label == "end")
  }

  @Test func `what is given twice is a problem`() throws {
    let error = try #require(throws: WiringError.self) {
      try Workshop.plan(Definitions(Definition("bench", Bench.self, values: ["height": 1, "height": 2])))
    }

    #expect(error.problems.map(\.summary) == ["'bench' is given 'height' twice"])
  }

  @Test func `a component that is listed twice is there once`() throws {
    var context = Definitions(scan: .everything())
    context.registry = ComponentRegistry([Hammer.wiringComponent, Hammer.wiringComponent])

    let plan = try Plan(Int.self, modules: [NumberModule()], context: context)

    #expect(plan.scan.count == 1)
  }

  @Test func `two components of one name are a problem`() throws {
    var context = Definitions(scan: .everything())
    context.registry = ComponentRegistry([
      Hammer.wiringComponent, Component(Bench.self, "Bench", name: "hammer") { $0.initializer([], Bench.init) },
    ])

    let error = try #require(throws: WiringError.self) {
      try Plan(Int.self, modules: [NumberModule()], context: context)
    }

    #expect(error.problems.map(\.summary) == ["2 components are called 'hammer'"])
  }

  private struct NumberModule: Module {
    func configure(_ binder: inout Binder) { binder.bind(Int.self, to: 0) }
  }

  private struct SawModule: Module {
    func configure(_ binder: inout Binder) {
      binder.bind(String.self) { (saw: Saw) in saw.label }
      binder.root(String.self)
    }
  }

  private struct ToolModule: Module {
    func configure(_ binder: inout Binder) {
      binder.bind(Void.self, to: ())
      binder.bind((any Tool).self) { Saw(label: "module", teeth: 1) as any Tool }
    }
  }
}
