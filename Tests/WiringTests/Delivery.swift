import Wiring
import WiringDefinitions

/// What the scenarios with definitions are made of: types that describe themselves by hand, as the attribute would.
enum Delivery {
  static let registry = ComponentRegistry([
    Bicycle.wiringComponent, Van.wiringComponent, Depot.wiringComponent, Route.wiringComponent,
    Component(Handcart.self, "Handcart", file: "Shop/Handcart.swift", line: 1, column: 1) {
      $0.initializer([], Handcart.init)
    },
    Component(Elsewhere.Handcart.self, "Handcart", file: "Elsewhere/Handcart.swift", line: 1, column: 1) {
      $0.initializer([], Elsewhere.Handcart.init)
    },
  ])
}

protocol Courier: Sendable {}

final class Bicycle: Courier, ComponentType {
  init(wheels: Int) {}
  init(trailer: String) {}

  static var wiringComponent: Component {
    Component(Bicycle.self, "Bicycle", file: "Shop/Bicycle.swift", line: 3, column: 1) { component in
      component.initializer(["wheels"], Bicycle.init(wheels:))
      component.initializer(["trailer"], Bicycle.init(trailer:))
    }
  }
}

final class Van: Courier, ComponentType {
  func refuel() async {}

  static var wiringComponent: Component {
    Component(Van.self, "Van", file: "Shop/Van.swift", line: 5, column: 1) { component in
      component.initializer([], Van.init)
      component.method(async: "refuel") { await $0.refuel() }
      component.conforms(to: (any Courier).self) { $0 }
    }
  }
}

/// Where couriers start. Its properties can be set, so that it is not `Sendable`.
final class Depot: ComponentType {
  enum Speed: String, Sendable, CaseIterable { case slow, fast }

  var courier: (any Courier)?
  var route: Route?
  var speed = Speed.slow
  var hours: [String: [Int]] = [:]

  func lock() {}

  static var wiringComponent: Component {
    Component(Depot.self, "Depot", file: "Shop/Depot.swift", line: 8, column: 1) { component in
      component.initializer([], Depot.init)
      component.property("courier", \.courier) { $0.courier = $1 }
      component.property("route", \.route) { $0.route = $1 }
      component.property("speed", \.speed) { $0.speed = $1 }
      component.property("hours", \.hours) { $0.hours = $1 }
      component.method("lock") { $0.lock() }
    }
  }
}

final class Route: ComponentType {
  init(start: Depot) {}

  static var wiringComponent: Component {
    Component(Route.self, "Route", file: "Shop/Route.swift", line: 2, column: 1) { component in
      component.initializer(["start"], Route.init(start:))
    }
  }
}

final class Handcart: Sendable {}
extension Elsewhere { final class Handcart: Sendable {} }
