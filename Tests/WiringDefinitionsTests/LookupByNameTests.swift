import Testing
import Wiring
import WiringDefinitions

/// What is found by a name or a key for which the plan made nothing.
@Suite struct LookupByNameTests {
  @Test func `a value is found by its name`() throws {
    let graph = try graph(values: ["port": 80])

    #expect(try graph.resolve(named: "port", as: Int.self) == 80)
    #expect(try graph.resolve(ifNamed: "port", as: Int.self) == 80)
    #expect(try graph.resolve(ifNamed: "port", as: [Int].self) == nil)
    #expect(try graph.resolveAll(named: "port", as: Int.self) == [80])
  }

  @Test func `a value is found by its name as another type than its consumer's`() throws {
    let module = Bindings { $0.bind(Double.self) { (port: Int) in Double(port) }.from(Key("port")) }
    let graph = try graph(values: ["port": "80"], modules: [module])

    #expect(try graph.resolve(named: "port", as: String.self) == "80")
  }

  @Test func `a value that cannot be read as what is wanted is told`() throws {
    let graph = try graph(values: ["port": "many"])

    let error = #expect(throws: ResolutionError.self) { try graph.resolve(named: "port", as: Int.self) }

    #expect(error?.message == "'Int \"port\"' cannot be read: expected a whole number, found 'many'")
  }

  @Test func `a value without a type is told to need one`() throws {
    let graph = try graph(values: ["port": 80])

    let error = #expect(throws: ResolutionError.self) { try graph.resolve(named: "port") }

    #expect(error?.message == "'Any \"port\"' cannot be read: a value has no type before it is read; specify one")
  }

  @Test func `a value that refers to another one is found by its key`() throws {
    let graph = try graph(values: ["alias": .reference("port"), "port": 80])

    #expect(try graph.resolve(named: Key<Int>("alias")) == 80)
    #expect(try graph.resolve(named: "alias", as: Int.self) == 80)
  }

  @Test func `a value that refers to a definition is found by its key`() throws {
    let graph = try graph([Definition("hammer", Hammer.self)], values: ["tool": .reference("hammer")])

    #expect(try graph.resolve(named: Key<Hammer>("tool")) === graph.resolve(named: Key<Hammer>("hammer")))
    #expect(try graph.resolve(named: Key<any Tool>("tool")).label == "hammer")
    #expect(try graph.resolve(named: "tool", as: (any Tool).self).label == "hammer")
  }

  @Test func `of two with one qualifier the one is found that has the name`() throws {
    var context = Definitions(scan: Scan(types: ["First", "Second"]))
    context.registry = ComponentRegistry([First.wiringComponent, Second.wiringComponent])
    let module = Bindings { $0.bind(String.self) { (tool: any Tool) in tool.label }.from(Key("fast")) }
    let graph = try Plan(String.self, modules: [module], context: context).build()

    #expect(graph.root == "second")
    #expect(try graph.resolve(named: "First", as: (any Tool).self).label == "first")
    #expect(try graph.resolve(named: "Second", as: (any Tool).self).label == "second")
  }

  @Test func `a key that the plan does not use cannot be replaced, and the error says so`() throws {
    let graph = try graph([Definition("hammer", Hammer.self)])

    let error = #expect(throws: ResolutionError.self) {
      try graph.replacing((any Tool).self, with: Saw(label: "other", teeth: 1))
    }

    #expect(
      error?.message
        == "nothing in the plan depends on 'any Tool', so replacing it has no effect; "
        + "replace 'Hammer \"hammer\"', which provides it")
  }

  private func graph(
    _ definitions: [Definition] = [], values: KeyValuePairs<String, DefinitionValue> = [:], modules: [any Module] = []
  ) throws -> Graph<Void> {
    var context = Definitions()
    context.definitions = definitions
    for (name, value) in values { context.add(value: name, value) }
    return try Workshop.plan(context, modules: modules).build()
  }
}

private final class First: Tool, ComponentType {
  let label = "first"

  static var wiringComponent: Component {
    Component(First.self, "First", qualifier: "fast") { component in
      component.initializer([], First.init)
      component.conforms(to: (any Tool).self) { $0 }
    }
  }
}

private final class Second: Tool, ComponentType {
  let label = "second"

  static var wiringComponent: Component {
    Component(Second.self, "Second", isPrimary: true, qualifier: "fast") { component in
      component.initializer([], Second.init)
      component.conforms(to: (any Tool).self) { $0 }
    }
  }

  @Test func `a list that no dependency requests has all components, and counts as bound`() throws {
    let graph = try Workshop.plan(Definitions(scan: Scan(types: ["Hammer"]))).build()

    #expect(try graph.resolve([any Tool].self).map(\.label) == ["hammer"])
    #expect(try graph.resolve(ifBound: [any Tool].self)?.count == 1)
    #expect(try graph.resolve(ifBound: [String: any Tool].self)?.keys.sorted() == ["hammer"])
    #expect(try graph.resolve(ifBound: [any Straight].self) == nil)
    #expect(throws: ResolutionError.self) { try graph.resolve([any Straight].self) }
  }
}
