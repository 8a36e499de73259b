import Testing
import WiringMacros

@testable import Wiring

/// What attributes write down about types, as a program finds it.
@Suite("Components")
struct ComponentTests {
  private func component(_ typeName: String) throws -> Component {
    let found = ComponentRegistry.linked.components.filter { $0.typeName == typeName }
    #expect(found.count == 1)
    return try #require(found.first)
  }

  @Test func `list`() {
    for c in ComponentRegistry.linked.components { print(c.typeName, c.name, c.type, c.stereotype, c.isShareable) }
    for c in ComponentRegistry.linked.standIns { print(c.interface) }
  }
}
