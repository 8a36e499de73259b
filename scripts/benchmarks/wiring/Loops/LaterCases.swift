import Wiring
import WiringBenchmarkAssembly
import WiringBenchmarkServices

extension Case {
  /// Those that need a module of their own.
  static func later() throws -> [Case] {
    var cases: [Case] = []
    #if WIRING_FACTORY
      cases.append(
        Case("argument", .wiring) { count in
          let drafts = try Plan(DraftConsumer.self, modules: [DraftModule()]).build().root.drafts
          return try repeated(count) { index in try drafts(index).number }
        })
    #endif
    #if WIRING_REPLACING
      let graph = try Plan(Consumer.self, modules: [BenchmarkModule()]).build()
      cases.append(
        Case("override", .wiring) {
          try repeated($0) { _ in
            try graph.replacing((any Clock).self, with: FixedClock()).resolve((any Report).self).number
          }
        })
    #endif
    #if WIRING_DECORATE
      cases.append(
        Case("decorator", .wiring) { count in
          let stores = try Plan(StoreConsumer.self, modules: [DecoratedModule()]).build().root.stores
          return try repeated(count) { index in try stores().read(index) }
        })
    #endif
    #if WIRING_MACROS
      cases.append(
        Case("proxyCall", .wiring) { count in
          let store = lazyStore()
          return repeated(count) { index in store.read(index) }
        })
      cases.append(
        Case("interceptor", .wiring) { count in
          let store = interceptedStore()
          return repeated(count) { index in store.read(index) }
        })
    #endif
    return cases
  }
}
