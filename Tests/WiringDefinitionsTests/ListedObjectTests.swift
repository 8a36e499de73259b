import Testing
import Wiring
import WiringDefinitions

/// What is said of lists of objects that do not fit.
@Suite struct ListedObjectTests {
  @Test func `a list for a single object is told as that`() throws {
    let problem = try problem(["tool": [.reference("hammer")]])

    #expect(problem.summary == "'bench.tool' must be a single object, and is a list")
    #expect(problem.fixes == ["write a single object"])
  }

  @Test func `nothing in a list of objects is told to be none`() throws {
    let problem = try problem(["tools": [.reference("hammer"), nil]])

    #expect(problem.summary == "'bench.tools[1]' must be a reference to an object, and is nothing")
    #expect(problem.fixes == ["write a reference to an object"])
  }

  @Test func `a map for a list of objects is told as that`() throws {
    let problem = try problem(["tools": ["first": .reference("hammer")]])

    #expect(problem.summary == "'bench.tools' must be a list of objects, and is a map of first")
  }

  private func problem(_ values: KeyValuePairs<String, DefinitionValue>) throws -> Problem {
    let context = Definitions(Definition("hammer", Hammer.self), Definition("bench", Trestle.self, values: values))
    let error = try #require(throws: WiringError.self) { try Workshop.plan(context) }
    #expect(error.problems.count == 1)
    return try #require(error.problems.first)
  }
}

private final class Trestle: ComponentType {
  var tool: any Tool = Hammer()
  var tools: [any Tool] = []

  static var wiringComponent: Component {
    Component(Trestle.self, "Trestle") { component in
      component.initializer([], Trestle.init)
      component.property("tool", \.tool) { $0.tool = $1 }
      component.property("tools", \.tools) { $0.tools = $1 }
    }
  }
}
