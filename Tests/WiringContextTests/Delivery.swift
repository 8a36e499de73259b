import Foundation
import Wiring
import WiringContext
import WiringDefinitions

/// The components of the contexts in these tests, described by hand, which log the creation of objects.
final class Delivery: @unchecked Sendable {
  private let lock = NSLock()
  private var created: [String] = []

  /// The names of the types of created objects, in order.
  var objects: [String] { lock.withLock { created } }

  private func note<Object>(_ object: Object) -> Object {
    lock.withLock { created.append("\(Object.self)") }
    return object
  }

  /// The components.
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

  /// Returns a plan with a context from a file, and with a module that resolves a courier where `hasConsumer` is true.
  func plan(ofContext path: String, hasConsumer: Bool) throws(WiringError) -> Plan<Shop> {
    try Plan(
      Shop.self, modules: [hasConsumer ? OrderModule() : ShopModule()],
      context: ContextReader(environment: [:], registry: registry).read(contentsOf: path), file: "Shop/main.swift",
      line: 3, column: 12)
  }

  /// Returns the error of such a plan; `nil` when it is valid.
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

/// A class that is not `Sendable`, because its properties can be set.
final class Depot {
  enum Speed: String, Sendable, CaseIterable { case slow, fast }

  var courier: (any Courier)?
  var route: Route?
  var speed = Speed.slow
}

/// A type that can be shared, and retains a courier.
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
