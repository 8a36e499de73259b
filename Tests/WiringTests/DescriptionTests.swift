import Testing
import Wiring
import WiringTools

@Suite("Description of a graph")
struct DescriptionTests {
  private func garage() throws -> Plan<Car> {
    try Plan(Car.self, modules: [Garage()])
  }

  @Test("a graph is described as a tree")
  func text() throws {
    #expect(
      try garage().description.text == """
        Car  (transient, Garage)
        ├─ any Engine  (singleton, Garage)
        └─ Gearbox  (transient, Garage)
           └─ any Engine  (singleton, Garage)

        """)
  }

  @Test("a graph is described as a Graphviz digraph")
  func dot() throws {
    try expectGolden(garage().description.dot, named: "garage-dot")
  }

  @Test("a graph is described as a Mermaid flow chart")
  func mermaid() throws {
    try expectGolden(garage().description.mermaid, named: "garage-mermaid")
  }

  @Test("a graph is described as data, with the location of every binding")
  func data() throws {
    let bindings = try garage().description.bindings
    let gearbox = try #require(bindings.first { $0.key == AnyKey(Gearbox.self) })
    #expect(gearbox.location.description == "Garage.swift:2:1")
    #expect(gearbox.dependencies.map { bindings[$0].key } == [AnyKey((any Engine).self)])
  }

  @Test("the graph of an invalid plan explains the missing key, and what needs it")
  func missing() throws {
    let error = try #require(throws: WiringError.self) {
      try plan(Gearbox.self) { $0.bind(Gearbox.self, Gearbox.init, file: "Garage.swift", line: 2, column: 1) }
    }
    #expect(
      error.graph.explain(named: "any Engine").map(\.description) == [
        "any Engine\n  missing     nothing provides it\n  needed by   Gearbox"
      ])
    let explanation = try #require(error.graph.explain(named: "Gearbox").first).description
    #expect(explanation.contains("\n  needs       any Engine, which is missing\n"))
    #expect(error.graph.explain(named: "Wheel").isEmpty)
  }

  @Test("any object can depend on the description")
  func injection() throws {
    let root = try plan(String.self) { binder in
      binder.bind(String.self) { (graph: GraphDescription) in
        graph.bindings.map(\.key.description).sorted().joined(separator: " ")
      }
    }.build().root
    #expect(root == "GraphDescription String")
  }
}

private struct Garage: Module {
  func configure(_ binder: inout Binder) {
    binder.bind((any Engine).self, Diesel.init, file: "Garage.swift", line: 1, column: 1).scoped(.singleton)
    binder.bind(Gearbox.self, Gearbox.init, file: "Garage.swift", line: 2, column: 1)
    binder.bind(Car.self, Car.init, file: "Garage.swift", line: 3, column: 1)
    binder.root(Car.self)
  }
}
