import Wiring
import WiringTools

struct Till: Sendable {
  let hour: Int
}

WiringCommand.runIfRequested { try Plan(Till.self, modules: [Bindings { $0.bind(Till.init) }]) }
