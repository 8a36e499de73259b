import Wiring

// A bakery, for what users of Cleanse rely on.

final class Oven: Sendable {
  let degrees: Int
  init(degrees: Int) { self.degrees = degrees }
}

struct Loaf: Sendable {
  let flour: String
  let oven: Oven
}

/// A number of each kind of what a bakery sells.
struct Sales: Sendable {
  let slices: Int
  let rolls: Int
}

extension Key where Value == Int {
  static var slices: Self { Key("slices") }
  static var rolls: Self { Key("rolls") }
}

struct Customer: Sendable, Equatable {
  let name: String
}

final class Basket: Sendable {
  let customer: Customer
  let oven: Oven
  init(customer: Customer, oven: Oven) { (self.customer, self.oven) = (customer, oven) }
}

extension CustomScope where Context == Customer {
  static var purchase: Self { CustomScope("purchase") }
}

/// An object that a framework makes, and a part of it that has properties of its own.
class Tray {
  var flour = ""
}

final class LabelledTray: Tray {
  var price = 0
}

struct OvenModule: Module {
  var degrees = 230

  func configure(_ binder: inout Binder) {
    binder.bind(Int.self, to: degrees)
    binder.bind(Oven.init).scoped(.singleton)
  }
}

struct BreadModule: Module {
  static var includes: [any Module] { [OvenModule()] }

  func configure(_ binder: inout Binder) {
    binder.bind(String.self, to: "rye")
    binder.bind(Loaf.init)
    binder.scope(.purchase)
    binder.bind(Basket.init).scoped(in: .purchase)
  }
}

struct CakeModule: Module {
  static var includes: [any Module] { [OvenModule()] }

  func configure(_ binder: inout Binder) {
    binder.bind([Oven].self) { (oven: Oven) in [oven] }
  }
}
