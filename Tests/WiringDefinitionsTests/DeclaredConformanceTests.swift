import Testing
import Wiring
import WiringDefinitions

/// Views that are written by hand and are no casts.
@Suite struct DeclaredConformanceTests {
  private final class Foreign: Sendable {}

  private struct Adapter: Tool {
    let foreign: Foreign
    var label: String { "adapted" }
  }

  private static let component = Component(Foreign.self, "Foreign", name: "foreign", scope: .singleton) { component in
    component.initializer([], Foreign.init)
    component.conforms(to: (any Tool).self) { Adapter(foreign: $0) }
  }

  @Test func `a look-up by type takes the view`() throws {
    #expect(try graph(["Foreign"]).resolve((any Tool).self).label == "adapted")
  }

  @Test func `a look-up by name takes the view`() throws {
    #expect(try graph().resolve(named: "foreign", as: (any Tool).self).label == "adapted")
  }

  @Test func `a look-up of a list takes the view of each member`() throws {
    #expect(try graph().resolve([any Tool].self).map(\.label) == ["adapted", "hammer"])
  }

  @Test func `a look-up of all of a name takes the view of each`() throws {
    #expect(try graph().resolveAll(named: "Tool", as: (any Tool).self).map(\.label) == ["adapted", "hammer"])
  }

  private func graph(_ types: [String] = ["Foreign", "Hammer"]) throws -> Graph<Void> {
    var context = Definitions(scan: Scan(types: types))
    context.registry = ComponentRegistry([Self.component, Hammer.wiringComponent])
    return try Plan(Void.self, modules: [Nothing()], context: context).build()
  }

  private struct Nothing: Module {
    func configure(_ binder: inout Binder) { binder.bind(Void.self, to: ()) }
  }
}
