import Wiring
import WiringTools

/// A program with a valid plan.
@main
struct Shop {
  static func main() throws {
    WiringCommand.runIfRequested { try Plan(Till.self, modules: [ShopModule()]) }
    print("open: \(try Plan(Till.self, modules: [ShopModule()]).build().root.clock.hour)")
  }
}

struct ShopModule: Module {
  func configure(_ binder: inout Binder) {
    binder.bind((any Clock).self, WallClock.init).scoped(.singleton)
    binder.bind(Till.init)
  }
}

protocol Clock: Sendable {
  var hour: Int { get }
}

struct WallClock: Clock {
  let hour = 9
}

struct Till: Sendable {
  let clock: any Clock
}
