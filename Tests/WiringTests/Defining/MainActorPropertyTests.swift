import Testing
import Wiring

/// Properties of the main actor, on objects that anybody can make.
@Suite struct MainActorPropertyTests {
  @Test func `a property of the main actor is set there, from anywhere by await`() async throws {
    let graph = try await plan().build()

    let panel = try await graph.resolve(Key<Panel>("panel"))

    #expect(await panel.title == "open")
  }

  @Test func `an object whose property belongs to the main actor belongs there as well`() throws {
    let graph = try plan().build()

    let error = #expect(throws: ResolutionError.self) { try graph.resolve(Key<Panel>("panel")) }

    #expect(error?.description.hasPrefix("'Panel \"panel\"' belongs to the main actor") == true)
  }

  @MainActor @Test func `on the main actor it is had at once`() throws {
    let graph = try plan().build()

    #expect(try graph.resolve(main: Panel.self).title == "open")
  }

  private nonisolated func plan() throws(WiringError) -> Plan<Void> {
    try Workshop.plan(Definitions(Definition("panel", Panel.self, values: ["title": "open"])))
  }
}

@MainActor private final class Panel: ComponentType {
  var title = ""

  nonisolated init() {}

  nonisolated static var wiringComponent: Component {
    Component(Panel.self, "Panel") { component in
      component.initializer([], Panel.init)
      component.property(main: "title") { (panel: inout Panel, title: String) in panel.title = title }
    }
  }
}
