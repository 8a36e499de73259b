package import Wiring
package import WiringBenchmarkServices

/// Makes stores when it needs them.
package final class StoreConsumer {
  package let stores: Provider<any Store>

  init(stores: Provider<any Store>) {
    self.stores = stores
  }
}

package struct DecoratedModule: Module {
  package init() {}

  package func configure(_ binder: inout Binder) {
    binder.bind(StoreConsumer.self, StoreConsumer.init)
    binder.bind((any Log).self, ConsoleLog.init).scoped(.singleton)
    binder.bind((any Store).self, MemoryStore.init)
    binder.decorate((any Store).self, LoggingStore.init(inner:log:))
  }
}
