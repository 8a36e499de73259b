import Wiring

struct ShopModule: Module {
  func configure(_ binder: inout Binder) {
    binder.bind(Till.init)
  }
}

protocol Clock: Sendable {}

struct Till: Sendable {
  let clock: any Clock
}
