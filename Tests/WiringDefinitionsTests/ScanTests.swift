import Testing
import Wiring
import WiringDefinitions

@Suite struct ScanTests {
  @Test func `a scan includes what a prefix or a name says, and nothing else`() throws {
    let plan = try Workshop.plan(Definitions(scan: Scan(prefixes: ["Ben"], types: ["Hammer"])))

    #expect(plan.scan.filter(\.isIncluded).map(\.component.typeName) == ["Bench", "Hammer"])
    #expect(try plan.build().resolve(Hammer.self).label == "hammer")
    #expect(try plan.build().resolve(ifBound: SawFactory.self) == nil)
  }

  @Test func `each component says why it takes part or does not`() throws {
    let plan = try Workshop.plan(Definitions(scan: Scan(prefixes: ["Ben"], exceptions: ["Bench"])))

    #expect(
      plan.scan.map(\.description) == [
        "Bench: left out: the scan names it as an exception",
        "Hammer: left out: no prefix and no list names it",
        "Saw: left out: no prefix and no list names it",
        "SawFactory: left out: no prefix and no list names it",
      ])
  }

  @Test func `a module's binding takes the place of a scanned component`() throws {
    let plan = try Workshop.plan(Definitions(scan: Scan(types: ["Bench"])), modules: [BenchModule()])

    #expect(try plan.build().resolve(Bench.self).height == 1)
    #expect(plan.scan.first { $0.component.typeName == "Bench" }?.isIncluded == false)
  }

  @Test func `a definition takes the place of the scanned component of its class`() throws {
    let plan = try Workshop.plan(
      Definitions(scan: Scan(types: ["Bench"]), Definition("low", Bench.self, values: ["height": 40])))

    #expect(try plan.build().resolve(Bench.self).height == 40)
  }

  @Test func `a default yields to a scanned component`() throws {
    let plan = try Workshop.plan(Definitions(scan: Scan(types: ["Hammer"])), modules: [DefaultToolModule()])

    #expect(try plan.build().resolve((any Tool).self).label == "hammer")
  }

  @Test func `an ignored protocol finds no component`() throws {
    let plan = try Workshop.plan(Definitions(scan: Scan(types: ["Hammer"], ignoredInterfaces: ["Tool"])))

    #expect(try plan.build().resolve(ifBound: (any Tool).self) == nil)
  }

  @Test func `an eager scan makes its shared objects when the graph is built`() throws {
    let timeline = Timeline()
    let plan = try Workshop.plan(Definitions(scan: Scan(types: ["Hammer"], isEager: true)))

    _ = try plan.build(recording: timeline)

    #expect(timeline.entries.map(\.key.description).contains("Hammer"))
  }

  @Test func `a scan that names a type that is not there is a problem`() throws {
    let error = try #require(throws: WiringError.self) {
      try Workshop.plan(Definitions(scan: Scan(types: ["Hamer"])))
    }

    #expect(error.problems.map(\.code) == [.unknownType])
    #expect(error.problems[0].nearMisses.map(\.text) == ["'Hammer' exists"])
  }

  private struct BenchModule: Module {
    func configure(_ binder: inout Binder) {
      binder.bind(Bench.self) {
        let bench = Bench()
        bench.height = 1
        return bench
      }
    }
  }

  private struct DefaultToolModule: Module {
    func configure(_ binder: inout Binder) {
      binder.bind((any Tool).self) { Saw(label: "default", teeth: 1) as any Tool }.byDefault()
    }
  }
}
