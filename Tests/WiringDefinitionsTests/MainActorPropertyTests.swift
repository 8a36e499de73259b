import Testing
import Wiring
import WiringDefinitions

/// Properties of the main actor, on objects that anybody can make.
@Suite struct MainActorPropertyTests {
  @Test func `a property of the main actor is set there, from anywhere by await`() async throws {
    let graph = try await plan().buildAsync()

    let billboard = try await graph.resolveAsync(named: Key<Billboard>("billboard"))

    #expect(await billboard.title == "open")
  }

  @Test func `an object whose property belongs to the main actor belongs there as well`() throws {
    let graph = try plan().build()

    let error = #expect(throws: ResolutionError.self) { try graph.resolve(named: Key<Billboard>("billboard")) }

    #expect(error?.description.hasPrefix("'Billboard \"billboard\"' belongs to the main actor") == true)
  }

  @MainActor @Test func `on the main actor it is had at once`() throws {
    let graph = try plan().build()

    #expect(try graph.resolveOnMainActor(Billboard.self).title == "open")
  }

  private nonisolated func plan() throws(WiringError) -> Plan<Void> {
    try Workshop.plan(Definitions(Definition("billboard", Billboard.self, values: ["title": "open"])))
  }
}

@MainActor private final class Billboard: ComponentType {
  var title = ""

  nonisolated init() {}

  nonisolated static var wiringComponent: Component {
    Component(Billboard.self, "Billboard") { component in
      component.initializer([], Billboard.init)
      component.property(main: "title") { (billboard: inout Billboard, title: String) in billboard.title = title }
    }
  }
}
