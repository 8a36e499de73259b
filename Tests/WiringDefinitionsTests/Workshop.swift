import Wiring
import WiringDefinitions

/// A small trade whose types describe themselves by hand, as the attribute would.
protocol Tool: Sendable {
  var label: String { get }
}

protocol SharpTool: Tool {}

final class Saw: SharpTool, ComponentType {
  let label: String
  let teeth: Int

  init(label: String, teeth: Int) {
    self.label = label
    self.teeth = teeth
  }

  static var wiringComponent: Component {
    Component(Saw.self, "Saw") { component in
      component.initializer(["label", "teeth"], Saw.init(label:teeth:))
      component.conforms(to: (any SharpTool).self) { $0 }
    }
  }
}

final class Hammer: Tool, ComponentType {
  let label = "hammer"

  static var wiringComponent: Component {
    Component(Hammer.self, "Hammer", name: "hammer", scope: .singleton) { component in
      component.initializer([], Hammer.init)
      component.conforms(to: (any Tool).self) { $0 }
    }
  }
}

final class Bench: ComponentType {
  var tool: (any Tool)?
  var height = 90
  var notes: [String] = []
  private(set) var isOiled = false

  func oil() { isOiled = true }

  static var wiringComponent: Component {
    Component(Bench.self, "Bench") { component in
      component.initializer([], Bench.init)
      component.property("tool", \.tool) { $0.tool = $1 }
      component.property("height", \.height) { $0.height = $1 }
      component.property("notes", \.notes) { $0.notes = $1 }
      component.method("oil") { $0.oil() }
    }
  }
}

final class SawFactory: ObjectFactory, ComponentType {
  let teeth: Int

  init(teeth: Int) {
    self.teeth = teeth
  }

  func makeObject() throws -> Saw { Saw(label: "made", teeth: teeth) }

  static var wiringComponent: Component {
    Component(SawFactory.self, "SawFactory") { component in
      component.initializer(["teeth"], SawFactory.init(teeth:))
      component.conforms(to: (any ObjectFactory & Copyable).self) { $0 }
    }
  }
}

enum Workshop {
  static let registry = ComponentRegistry([
    Saw.wiringComponent, Hammer.wiringComponent, Bench.wiringComponent, SawFactory.wiringComponent,
  ])

  /// A plan with a trivial root, for tests of definitions alone.
  static func plan(
    _ context: Definitions, modules: [any Module] = [], profile: Profile = .production
  ) throws(WiringError) -> Plan<Void> {
    var context = context
    context.registry = registry
    return try Plan(Void.self, modules: modules + [RootModule()], context: context, profile: profile)
  }

  private struct RootModule: Module {
    func configure(_ binder: inout Binder) { binder.bind(Void.self, to: ()) }
  }
}
