public import Wiring
public import WiringBenchmarkServices

/// Makes stores when it needs them.
public final class StoreConsumer {
  public let stores: Provider<any Store>

  init(stores: Provider<any Store>) {
    self.stores = stores
  }
}

public struct DecoratedModule: Module {
  public init() {}

  public func configure(_ binder: inout Binder) {
    binder.bind(StoreConsumer.self, StoreConsumer.init)
    binder.bind((any Log).self, ConsoleLog.init).scoped(.singleton)
    binder.bind((any Store).self, MemoryStore.init)
    binder.decorate((any Store).self, LoggingStore.init(inner:log:))
  }
}
