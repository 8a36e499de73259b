import Wiring
import WiringDefinitions

/// A tool that counts its instances, with the proxy that the attribute would generate.
protocol PowerTool: AnyObject, Sendable {
  func turn() -> String
}

final class Drill: PowerTool, ComponentType {
  init(made: Counter) { made.increment() }

  func turn() -> String { "turning" }

  static var wiringComponent: Component {
    Component(Drill.self, "Drill", scope: .singleton, isLazy: true) { component in
      component.initializer(["made"], Drill.init)
      component.conforms(to: (any PowerTool).self) { $0 }
    }
  }
}

final class LazyPowerTool: PowerTool, LazyProxy {
  private let object: LazyObject<any PowerTool, Never>

  private init(_ object: LazyObject<any PowerTool, Never>) {
    self.object = object
  }

  static func proxy(for object: LazyObject<any PowerTool, Never>) -> any PowerTool { LazyPowerTool(object) }

  func turn() -> String { object.made().object.turn() }
}
