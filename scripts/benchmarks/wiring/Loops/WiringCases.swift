import Wiring
import WiringBenchmarkAssembly
import WiringBenchmarkServices

extension Case {
  /// For the inside of a program, where everything is linked, and for its border, where a type is looked up.
  static func wiring() throws -> [Case] {
    let graph = try Plan(Consumer.self, modules: [BenchmarkModule()]).build()
    return try lookups(graph) + linked(graph) + relations(graph) + generated + [
      Case("thousand", .wiring) {
        try repeated($0) { index in try ThousandModule.build(number: index).number }
      }
    ]
  }

  private static func lookups(_ graph: Graph<Consumer>) -> [Case] {
    [
      Case("lookupTransient", .wiring) { try repeated($0) { _ in try graph.resolve((any Service).self).number } },
      Case("lookupSingleton", .wiring) { try repeated($0) { _ in try graph.resolve((any Clock).self).number } },
      Case("lookupNamed", .wiring) { try repeated($0) { _ in try graph.resolve(named: .named).number } },
    ]
  }

  private static func linked(_ graph: Graph<Consumer>) -> [Case] {
    let root = graph.root
    return [
      Case("transient", .wiring) { try repeated($0) { _ in try root.service().number } },
      Case("singleton", .wiring) { try repeated($0) { _ in try root.clock().number } },
      Case("chain5", .wiring) { try repeated($0) { _ in try root.first().number } },
      Case("wide", .wiring) { try repeated($0) { _ in try root.page().number } },
      Case("named", .wiring) { try repeated($0) { _ in try root.named().number } },
      Case("provider", .wiring) { try repeated($0) { _ in try root.use() } },
      Case("twoThreads", .wiring) { count in
        let (clock, service) = (root.clock, root.service)
        return try onTwoThreads { try repeated(count) { _ in try clock().number &+ service().number } }
      },
    ]
  }
}
