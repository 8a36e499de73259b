import Testing
import WiringMacros

// The code of `docs/components.md`, which has each piece between `// guide:` and `// end`.

// guide: example
protocol HiveScale: Sendable {
  var grams: Int { get }
}

@Component(scope: .singleton)
struct HiveSpringScale: HiveScale {
  let grams = 31_400
}

@Component
struct HiveNote: Sendable {
  @Inject private let scale: any HiveScale
  @Inject("beekeeper") private let keeper: String

  var text: String { "\(keeper): \(scale.grams) g" }
}
// end

// guide: others
@Service("smoker", profiles: ["summer"])
final class HiveSmoker: Sendable {}

@Component
class HiveFrame: @unchecked Sendable {
  required init() {}
}

final class HiveBroodFrame: HiveFrame, @unchecked Sendable {}
// end

@Suite("Guide to components")
struct ComponentGuideTests {
  @Test func `a scan finds marked types`() throws {
    // guide: use
    var context = Definitions(scan: Scan(prefixes: ["Hive"], exceptions: ["HiveBroodFrame"]))
    context.add(value: "beekeeper", "Ada")
    let plan = try Plan(HiveNote.self, modules: [], context: context)
    #expect(try plan.build().root.text == "Ada: 31400 g")
    // end

    // guide: verdicts
    let verdicts = plan.scan.filter { $0.component.typeName.hasPrefix("Hive") }
    // end
    #expect(
      verdicts.map(\.description) == [
        "HiveBroodFrame: left out: the scan names it as an exception",
        "HiveFrame: included by prefix 'Hive'",
        "HiveNote: included by prefix 'Hive'",
        "HiveSmoker: left out: it is for profile 'summer' only",
        "HiveSpringScale: included by prefix 'Hive'",
      ])
  }

  @Test func `components are resolved by name and by protocol`() throws {
    var context = Definitions(scan: Scan(prefixes: ["Hive"]))
    context.add(value: "beekeeper", "Ada")
    // guide: names
    let graph = try Plan(HiveNote.self, modules: [], context: context, profile: "summer").build()
    #expect(try graph.resolve(named: "smoker") is HiveSmoker)
    #expect(try graph.resolve((any HiveScale).self).grams == 31_400)
    #expect(try graph.resolve([HiveFrame].self).count == 2)
    #expect(try graph.resolve(ifNamed: "HiveWaspTrap") == nil)
    // end
  }

  @Test func `components are data`() throws {
    // guide: data
    let services = ComponentRegistry.linked.components.filter { $0.stereotype == "Service" }
    // end
    #expect(services.map(\.name).contains("smoker"))
  }

  @Test func `a test replaces the registry of the program`() throws {
    // guide: registry
    let registry = ComponentRegistry([HiveSpringScale.wiringComponent, HiveNote.wiringComponent])
    var context = Definitions(registry: registry, scan: .everything())
    context.add(value: "beekeeper", "Grace")
    let note = try Plan(HiveNote.self, modules: [], context: context).build().root
    #expect(note.text == "Grace: 31400 g")
    // end
  }
}
