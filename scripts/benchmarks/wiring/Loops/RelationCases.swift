import Wiring
import WiringBenchmarkAssembly
import WiringBenchmarkServices

extension Case {
  /// Arguments, replacements, decorators, and the graph of the running task.
  static func relations(_ graph: Graph<Consumer>) throws -> [Case] {
    let drafts = try Plan(DraftConsumer.self, modules: [DraftModule()]).build().root.drafts
    let stores = try Plan(StoreConsumer.self, modules: [DecoratedModule()]).build().root.stores
    return [
      Case("argument", .wiring) { try repeated($0) { index in try drafts(index).number } },
      Case("override", .wiring) {
        try repeated($0) { _ in
          try graph.replacing((any Clock).self, with: FixedClock()).resolve((any Report).self).number
        }
      },
      Case("decorator", .wiring) { try repeated($0) { index in try stores().read(index) } },
      Case("taskLocal", .wiring) { count in
        try graph.replacing((any Clock).self, with: FixedClock()).perform {
          try repeated(count) { _ in try CurrentGraph.resolve((any Clock).self)?.number ?? 0 }
        }
      },
    ]
  }

  /// What macros generate.
  static var generated: [Case] {
    [
      Case("proxyCall", .wiring) { count in
        let store = lazyStore()
        return repeated(count) { index in store.read(index) }
      },
      Case("interceptor", .wiring) { count in
        let store = interceptedStore()
        return repeated(count) { index in store.read(index) }
      },
    ]
  }
}
