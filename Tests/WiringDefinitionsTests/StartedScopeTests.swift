import Synchronization
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

  @Test func `an object that needs one of the main actor is started where it is allowed to be created`() async throws {
    var motor = Definition("motor", GuardedMotor.self, scope: .singleton)
    motor.startMethod = "run"
    let graph = try await Workshop.plan(Definitions(motor, Definition(Panel.self, scope: .singleton))).buildAsync()

    try await graph.start()

    #expect(try await graph.resolveAsync(GuardedMotor.self).runs.load(ordering: .relaxed) == 1)
  }

  @Test func `an object that is not retained can be stopped by its owner`() throws {
    var definition = Definition("motor", Motor.self)
    definition.stopMethod = "run"

    #expect(throws: Never.self) { try Workshop.plan(Definitions(definition)) }
  }
}

@MainActor private final class Panel: ComponentType {
  init() { MainActor.assertIsolated() }

  nonisolated static var wiringComponent: Component {
    Component(Panel.self, "Panel") { component in component.initializer(main: [], Panel.init) }
  }
}

private final class GuardedMotor: Sendable, ComponentType {
  let panel: Panel
  let runs = Atomic(0)
  init(panel: Panel) { self.panel = panel }
  func run() { runs.add(1, ordering: .relaxed) }

  static var wiringComponent: Component {
    Component(GuardedMotor.self, "GuardedMotor") { component in
      component.initializer(["panel"], GuardedMotor.init(panel:))
      component.method("run") { $0.run() }
    }
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
