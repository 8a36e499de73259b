import Testing
import Wiring
import WiringDefinitions

@Suite struct DefinitionTests {
  @Test func `a definition is made from its values and references`() throws {
    var context = Definitions()
    context.add(Definition("saw", Saw.self, values: ["label": "fine", "teeth": 32]))
    context.add(
      Definition("bench", class: "Bench", references: ["tool": "saw"], values: ["height": "85", "notes": ["a", "b"]]))
    let graph = try Workshop.plan(context).build()

    let bench = try graph.resolve(named: Key<Bench>("bench"))

    #expect(bench.tool?.label == "fine")
    #expect(bench.height == 85)
    #expect(bench.notes == ["a", "b"])
  }

  @Test func `a definition can be had by its name alone`() throws {
    let graph = try Workshop.plan(Definitions(Definition("saw", Saw.self, values: ["label": "x", "teeth": 1]))).build()

    let saw = try graph.resolve(named: "saw", as: (any Tool).self)

    #expect(saw.label == "x")
  }

  @Test func `a name that nothing has is an error that says what is near`() throws {
    let graph = try Workshop.plan(Definitions(Definition("hammer", Hammer.self))).build()

    #expect(throws: ResolutionError.self) { try graph.resolve(named: "hamer") }
    #expect(try graph.resolve(ifNamed: "hamer") == nil)
  }

  @Test func `a single candidate is taken for a protocol that it inherits`() throws {
    let graph = try Workshop.plan(Definitions(Definition("saw", Saw.self, values: ["label": "x", "teeth": 1]))).build()

    #expect(try graph.resolve((any Tool).self).label == "x")
    #expect(try graph.resolve([any Tool].self).map(\.label) == ["x"])
  }

  @Test func `an initialization method runs before anybody gets the object`() throws {
    var definition = Definition("bench", Bench.self)
    definition.initMethod = "oil"
    let graph = try Workshop.plan(Definitions(definition)).build()

    #expect(try graph.resolve(named: Key<Bench>("bench")).isOiled)
  }

  @Test func `a factory is injected, and the definition provides its products`() throws {
    let graph = try Workshop.plan(
      Definitions(Definition("saw", SawFactory.self, scope: .singleton, values: ["teeth": 7]))
    )
    .build()

    #expect(try graph.resolve(named: "saw", as: Saw.self).teeth == 7)
    #expect(try graph.resolve(SawFactory.self).teeth == 7)
    #expect(try graph.resolve(named: Key<Saw>("saw")) === graph.resolve(named: "saw", as: Saw.self))
  }
}
