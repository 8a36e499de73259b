import Wiring

protocol Clock: Sendable {}
struct WallClock: Clock {}
struct Till: Sendable { let clock: any Clock }
struct Shop: Sendable {
  let till: Till
  let prices: [any Price]
}

protocol Price: Sendable {}
struct Fixed: Price {}
struct Daily: Price { let clock: any Clock }

/// A module from a closure, whose name is that of a type.
struct TestModule<Name>: Module {
  let bindings: @Sendable (inout Binder) -> Void

  init(_: Name.Type, _ bindings: @escaping @Sendable (inout Binder) -> Void) {
    self.bindings = bindings
  }

  func configure(_ binder: inout Binder) { bindings(&binder) }
}

typealias ShopModule = TestModule<Shop>
typealias PriceModule = TestModule<any Price>

extension Plan where Root == Shop {
  /// The plan of a shop, whose parts a test can change.
  static func shop(
    _ changes: @escaping @Sendable (inout Binder) -> Void = { _ in },
    clock: @escaping @Sendable (inout Binder) -> Void = {
      $0.bind((any Clock).self, WallClock.init, file: "Shop/Shop.swift", line: 1, column: 5).scoped(.singleton)
    }
  ) throws(WiringError) -> Plan {
    try Plan(
      Shop.self,
      modules: [
        ShopModule(Shop.self) { binder in
          clock(&binder)
          binder.bind(Till.self, Till.init, file: "Shop/Shop.swift", line: 2, column: 5)
          binder.bind(Shop.self, Shop.init, file: "Shop/Shop.swift", line: 3, column: 5)
        },
        PriceModule((any Price).self) { binder in
          binder.contribute(to: (any Price).self, Fixed.init, file: "Shop/Prices.swift", line: 1, column: 5)
          binder.contribute(to: (any Price).self, Daily.init, file: "Shop/Prices.swift", line: 2, column: 5)
          changes(&binder)
        },
      ])
  }
}

extension Binder {
  /// Binds a key that nothing needs.
  mutating func bindUnused(_ name: String = "spare") {
    bind(Int.self, to: 1, file: "Shop/Prices.swift", line: 9, column: 5).named(Key(name))
  }
}
