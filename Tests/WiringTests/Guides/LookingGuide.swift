import Testing
import Wiring
import WiringTools

// guide: example
struct Orchestra: Sendable {
  let strings: StringSection
  let hall: ConcertHall
}

struct StringSection: Sendable {
  let hall: ConcertHall
}

final class ConcertHall: Sendable {}

struct ConcertModule: Module {
  func configure(_ binder: inout Binder) {
    binder.bind(ConcertHall.self, ConcertHall.init, file: "Music/Hall.swift", line: 4, column: 5).scoped(.singleton)
    binder.bind(StringSection.init)
    binder.bind(Orchestra.init)
  }
}
// end

@Suite("Guide: looking at a graph")
struct LookingGuide {
  private static let page = "Sources/Wiring/Wiring.docc/Looking.md"

  @Test func example() throws {
    // guide: use
    let plan = try Plan(Orchestra.self, modules: [ConcertModule()])
    let tree = plan.description.text
    // end
    try expectShown(tree, on: Self.page)
    // guide: explain
    let explanation = plan.explain(ConcertHall.self)
    // end
    try expectShown(explanation, on: Self.page)
    // guide: data
    let singletons = plan.description.bindings.filter { $0.scope == .singleton && !$0.isValue }
    #expect(singletons.map { "\($0.key)" } == ["ConcertHall"])
    // end
    // guide: formats
    let graph = plan.description
    let (graphviz, mermaid, json) = (graph.dot, graph.mermaid, graph.json)
    let page = graph.html(title: "Orchestra")
    // end
    #expect(graphviz.hasPrefix("digraph") && mermaid.hasPrefix("flowchart") && json.hasPrefix("{"))
    #expect(page.contains("<title>"))
  }

  @Test func broken() {
    var page = ""
    // guide: broken
    do {
      _ = try Plan(Int.self, modules: [ConcertModule()])
    } catch {
      page = error.graph.html(title: "Orchestra")
    }
    // end
    #expect(page.contains("nothing provides"))
  }

  @Test func timeline() throws {
    // guide: timeline
    let timeline = Timeline()
    let graph = try Plan(Orchestra.self, modules: [ConcertModule()]).build(recording: timeline)
    #expect(timeline.entries.map { "\($0.key)" } == ["Orchestra", "StringSection", "ConcertHall"])
    #expect(timeline.entries.map(\.parent) == [nil, 0, 1])
    // end
    withExtendedLifetime(graph) {}
  }

  // guide: inside
  struct Programme: Sendable {
    let text: String
    init(graph: GraphDescription) { text = "\(graph.bindings.count) bindings" }
  }
  // end

  @Test func inside() throws {
    let module = TestModule<Self> { $0.bind(Programme.init) }
    #expect(try Plan(Programme.self, modules: [module]).build().root.text == "2 bindings")
  }
}
