import Wiring
import WiringBenchmarkAssembly
import WiringBenchmarkServices
import WiringDefinitions

extension Case {
  /// The objects of definitions, where everything is linked.
  static func definitions() throws -> [Case] {
    let root = try Plan(Consumer.self, modules: [], context: BenchmarkDefinitions.context).build().root
    return [
      Case("transient", .definitions) { try repeated($0) { _ in try root.service().number } },
      Case("singleton", .definitions) { try repeated($0) { _ in try root.clock().number } },
      Case("chain5", .definitions) { try repeated($0) { _ in try root.first().number } },
      Case("wide", .definitions) { try repeated($0) { _ in try root.page().number } },
      Case("named", .definitions) { try repeated($0) { _ in try root.named().number } },
      Case("provider", .definitions) { try repeated($0) { _ in try root.use() } },
    ]
  }

  /// What is done once, with a thousand.
  static var thousands: [Case] {
    let context = ThousandDefinitions.context
    let scan = Scan(prefixes: ["SG"])
    return [
      Case("load1000", .definitions) { try repeated($0) { _ in try ThousandDefinitions.build(context).number } },
      Case("scan1000", .definitions) { repeated($0) { _ in ThousandDefinitions.included(by: scan) } },
      Case("scanPlan1000", .definitions) {
        try repeated($0) { _ in try ThousandDefinitions.plan(scan).scan.count }
      },
    ]
  }
}
