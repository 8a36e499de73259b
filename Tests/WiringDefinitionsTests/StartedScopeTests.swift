import Testing
import Wiring
import WiringDefinitions

/// Start and stop methods of objects that the graph does not retain.
@Suite struct StartedScopeTests {
  @Test(arguments: [Scope.transient, .graph]) func `an object that is not retained cannot be started`(scope: Scope)
    throws
  {
    var definition = Definition("motor", Motor.self, scope: scope)
    definition.startMethod = "run"

    let error = try #require(throws: WiringError.self) { try Workshop.plan(Definitions(definition)) }

    #expect(error.problems.map(\.code) == [.badValue])
    #expect(
      error.problems.map(\.summary)
        == ["'motor' is \(scope.name), so no object is retained that could be started"])
    #expect(error.problems.first?.fixes == ["give it a scope that is shared, such as singleton, or remove the method"])
  }

  @Test func `an object that is shared can be started`() throws {
    var definition = Definition("motor", Motor.self, scope: .singleton)
    definition.startMethod = "run"

    #expect(throws: Never.self) { try Workshop.plan(Definitions(definition)) }
  }

  @Test func `an object that is not retained can be stopped by its owner`() throws {
    var definition = Definition("motor", Motor.self)
    definition.stopMethod = "run"

    #expect(throws: Never.self) { try Workshop.plan(Definitions(definition)) }
  }
}

private final class Motor: Sendable, ComponentType {
  func run() {}

  static var wiringComponent: Component {
    Component(Motor.self, "Motor") { component in
      component.initializer([], Motor.init)
      component.method("run") { $0.run() }
    }
  }
}
