import Foundation
import Testing
import Wiring
import WiringTools

/// Tests of the JSON and of the page of a graph.
@Suite("Page of a graph")
struct PageTests {
  private func garage() throws -> GraphDescription {
    try plan(Car.self) { binder in
      binder.bind((any Engine).self, Diesel.init, file: "Garage.swift", line: 1, column: 1).scoped(.singleton)
      binder.bind(Gearbox.self, Gearbox.init, file: "Garage.swift", line: 2, column: 1)
      binder.bind(Car.self, Car.init, file: "Garage.swift", line: 3, column: 1)
    }.description
  }

  /// A graph with a malicious qualifier.
  private func graph(named name: String) throws -> GraphDescription {
    try plan(String.self) { binder in
      binder.bind(Int.self, to: 1).named(Key(name))
      binder.bind(String.self) { (number: Int) in "\(number)" }.from(Key<Int>(name))
    }.description
  }

  private func problems(named name: String) throws -> GraphDescription {
    let scenario = try #require(ValidationScenario.all.first { $0.name == name })
    return try #require(scenario.report()).graph
  }

  @Test("JSON has a line for each binding and dependency")
  func json() throws {
    try expectGolden(garage().json, named: "garage-json")
  }

  @Test("JSON of an invalid plan lists the problems")
  func problemsAsJSON() throws {
    try expectGolden(problems(named: "several-at-once").json, named: "several-at-once-json")
  }

  @Test("JSON is decoded as it was written")
  func parsing() throws {
    let graph = try garage()
    let object = try JSONDecoder().decode(Parsed.self, from: Data(graph.json.utf8))
    #expect(object.version == 1 && object.problems.isEmpty)
    #expect(object.bindings.map(\.key) == graph.bindings.map(\.key.description))
    #expect(object.bindings.map(\.location.line) == graph.bindings.map(\.location.line))
    #expect(object.roots == graph.roots)
    for (position, binding) in graph.bindings.enumerated() {
      #expect(object.edges.filter { $0.from == position }.map(\.to) == binding.dependencies)
    }
  }

  @Test(
    "every name survives JSON",
    arguments: [
      "</script><b>", "<!--<script>", "\"\\/", "line\nline\r\tend", "\u{0}\u{7}\u{1B}[31m\u{9B}", "a\u{2028}b\u{2029}c",
      "Käse 🧀 e\u{301}",
    ])
  func escaping(name: String) throws {
    let json = try graph(named: name).json
    let object = try JSONDecoder().decode(Parsed.self, from: Data(json.utf8))
    // Scalars, since strings compare by canonical equivalence.
    #expect(object.bindings.contains { Array($0.key.unicodeScalars) == Array("Int \"\(name)\"".unicodeScalars) })
    let isPlain = json.unicodeScalars.allSatisfy { scalar in
      scalar == "\n" || !(scalar.properties.generalCategory == .control || ("\u{2028}"..."\u{2029}").contains(scalar))
    }
    #expect(isPlain && !json.contains("</") && !json.contains("<!"))
  }

  @Test(
    "a name that is markup is escaped", arguments: ["</script><b>", "<img onerror=alert(1)>", "\"><b>", "&lt;b>"])
  func markup(name: String) throws {
    let page = try graph(named: name).html(title: name)
    let harmless = try graph(named: "name").html(title: "name")
    #expect(page.tags == harmless.tags)
  }

  @Test("the page loads nothing")
  func isSelfContained() throws {
    let page = try garage().html(title: "Garage")
    for reference in [
      "http:", "https:", "//cdn", "src=", "url(", "@import", "<link", "<iframe", "fetch(", "XMLHttpRequest", "import(",
      "innerHTML", "insertAdjacentHTML", "document.write", " onclick", " onload", "eval(",
    ] {
      #expect(!page.contains(reference), "\(reference)")
    }
    #expect(page.contains("default-src 'none'"))
  }

  @Test("the page without scripts has every binding, and every dependency as a link")
  func table() throws {
    let graph = try garage()
    let page = try #require(
      graph.html(title: "Garage").split(separator: "<tbody>").last?.split(separator: "</tbody>").first)
    for (position, binding) in graph.bindings.enumerated() {
      let row = try #require(page.split(separator: "\n").first { $0.hasPrefix("<tr id=\"b\(position)\">") })
      #expect(row.contains(">\(binding.key)</a>") && row.contains(binding.location.description))
      for dependency in binding.dependencies { #expect(row.contains("<a href=\"#b\(dependency)\">")) }
    }
  }

  @Test("the scripts find their elements, which are hidden without scripts")
  func elements() throws {
    let page = try garage().html(title: "Garage")
    let names = page.matches(of: /byId\('([a-z-]+)'\)/).map { String($0.1) }
    #expect(Set(["picture", "query", "compare", "legend", "clear", "details"]).isSubset(of: names))
    for name in names { #expect(page.contains("id=\"\(name)\""), "\(name)") }
    #expect(page.contains("<form id=\"tools\" role=\"search\" hidden>"))
    #expect(page.contains("<aside id=\"side\" aria-label=\"About the selection\" hidden>"))
  }

  @Test("problems precede the diagram, and are absent from the page of a plan")
  func problemsFirst() throws {
    let graph = try problems(named: "several-at-once")
    let page = graph.html(title: "Shop")
    let (panel, picture) = (page.range(of: "id=\"problems\""), page.range(of: "id=\"stage\""))
    #expect(try #require(panel).lowerBound < #require(picture).lowerBound)
    #expect(page.contains("<h2 id=\"problems-title\">3 problems</h2>"))
    for problem in graph.problems { #expect(page.contains("\(problem.code.rawValue) \(problem.code.word)")) }
    #expect(try !garage().html(title: "Garage").contains("id=\"problems\""))
  }

  @Test("an invalid plan is described without its missing dependencies")
  func problemGraph() throws {
    let graph = try problems(named: "W002-cycle")
    let names = graph.bindings.map(\.key.description)
    let catalog = try #require(graph.bindings.first { $0.key == AnyKey(Catalog.self) })
    #expect(graph.problems.map(\.code) == [.cycle])
    #expect(catalog.dependencies.map { names[$0] } == ["Prices"])
    #expect(graph.roots.map { names[$0] } == ["App"])
  }

  @Test("equal graphs have the same JSON and the same page")
  func determinism() throws {
    #expect(try garage().json == garage().json)
    #expect(try garage().html(title: "Garage") == garage().html(title: "Garage"))
  }
}

/// The JSON as another program would decode it.
private struct Parsed: Decodable {
  struct Binding: Decodable {
    struct Location: Decodable { let file: String, line: Int, column: Int }
    let key: String, scope: String, kind: String, isolation: String, module: String
    let location: Location
    let notes: [String]
  }
  struct Edge: Decodable { let from: Int, to: Int, deferred: Bool }
  struct Problem: Decodable { let code: String, summary: String }

  let version: Int
  let roots: [Int]
  let modules: [String]
  let bindings: [Binding]
  let edges: [Edge]
  let problems: [Problem]
}

extension String {
  /// The names of the tags outside scripts, in order.
  fileprivate var tags: [String] {
    replacing(/<script[^>]*>.*?<\/script>/.dotMatchesNewlines(), with: "<script></script>")
      .matches(of: /<\/?[a-zA-Z]+[^>]*>/).map { String($0.output.prefix { $0 != " " && $0 != ">" }) }
  }
}
