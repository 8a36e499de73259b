import Foundation
import Wiring
import WiringContext

/// What the contexts that are wrong are made of: types that describe themselves by hand, and are noted when they are made.
final class Delivery: @unchecked Sendable {
  private let lock = NSLock()
  private var made: [String] = []

  /// The names of the types of which objects were made, in order.
  var objects: [String] { lock.withLock { made } }

  private func note<Object>(_ object: Object) -> Object {
    lock.withLock { made.append("\(Object.self)") }
    return object
  }

  /// The components of these types.
  var registry: ComponentRegistry {
    ComponentRegistry([
      Component(Bicycle.self, "Bicycle", file: "Shop/Bicycle.swift", line: 3, column: 1) { component in
        component.initializer(["wheels"]) { (wheels: Int) in self.note(Bicycle(wheels: wheels)) }
        component.conforms(to: (any Courier).self) { $0 }
      },
      Component(Van.self, "Van", file: "Shop/Van.swift", line: 5, column: 1) { component in
        component.initializer([]) { self.note(Van()) }
        component.conforms(to: (any Courier).self) { $0 }
      },
      Component(Depot.self, "Depot", file: "Shop/Depot.swift", line: 8, column: 1) { component in
        component.initializer([]) { self.note(Depot()) }
        component.property("courier", \.courier) { $0.courier = $1 }
        component.property("route", \.route) { $0.route = $1 }
        component.property("speed", \.speed) { $0.speed = $1 }
      },
      Component(Desk.self, "Desk", file: "Shop/Desk.swift", line: 1, column: 1) { component in
        component.initializer(["courier"]) { (courier: any Courier) in self.note(Desk(courier: courier)) }
      },
      Component(Route.self, "Route", file: "Shop/Route.swift", line: 2, column: 1) { component in
        component.initializer(["start"]) { (start: Depot) in self.note(Route(start: start)) }
      },
    ])
  }

  /// A plan with a context from a file.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - hasConsumer: Whether a module asks for a courier.
  func plan(ofContext path: String, hasConsumer: Bool) throws(WiringError) -> Plan<Shop> {
    try Plan(
      Shop.self, modules: [hasConsumer ? OrderModule() : ShopModule()],
      context: ContextReader(environment: [:], registry: registry).read(contentsOf: path), file: "Shop/main.swift",
      line: 3, column: 12)
  }

  /// What is wrong with such a plan; `nil` when nothing is.
  func error(ofContext path: String, hasConsumer: Bool = false) -> WiringError? {
    do throws(WiringError) {
      _ = try plan(ofContext: path, hasConsumer: hasConsumer)
      return nil
    } catch {
      return error
    }
  }
}

protocol Courier: Sendable {}

struct Bicycle: Courier {
  let wheels: Int
}

final class Van: Courier {}

/// Where couriers start. Its properties can be set, so that it is not `Sendable`.
final class Depot {
  enum Speed: String, Sendable, CaseIterable { case slow, fast }

  var courier: (any Courier)?
  var route: Route?
  var speed = Speed.slow
}

/// What can be shared, and holds a courier.
struct Desk: Sendable {
  let courier: any Courier
}

final class Route {
  let start: Depot

  init(start: Depot) {
    self.start = start
  }
}

struct Shop {}

private struct ShopModule: Module {
  func configure(_ binder: inout Binder) {
    binder.bind(Shop.self, { Shop() }, file: "Shop/ShopModule.swift", line: 4, column: 5)
  }
}

private struct OrderModule: Module {
  func configure(_ binder: inout Binder) {
    binder.bind(Shop.self, { (_: any Courier) in Shop() }, file: "Shop/OrderModule.swift", line: 4, column: 5)
  }
}
