import Testing
import Wiring

// guide: example
protocol TideTable: Sendable {
  func highWater() -> String
}

struct PrintedTideTable: TideTable {
  let harbour: String
  func highWater() -> String { "\(harbour) 06:12" }
}

extension Key where Value == any TideTable {
  static var river: Self { Key("river") }
}

struct Pilot: Sendable {
  let sea: any TideTable
  let river: any TideTable
}

struct HarbourModule: Module {
  func configure(_ binder: inout Binder) {
    binder.bind((any TideTable).self, to: PrintedTideTable(harbour: "Cuxhaven"))
    binder.bind((any TideTable).self, to: PrintedTideTable(harbour: "Hamburg")).named(.river)
    binder.bind(Pilot.init).from(.unqualified, .river)
  }
}
// end

@Suite("Guide: keys")
struct KeysGuide {
  @Test func example() throws {
    // guide: use
    let graph = try Plan(Pilot.self, modules: [HarbourModule()]).build()
    #expect(graph.root.river.highWater() == "Hamburg 06:12")
    #expect(try graph.resolve(named: .river).highWater() == "Hamburg 06:12")
    // end
  }

  @Test func handles() throws {
    let module = TestModule<Self> { binder in
      // guide: handles
      binder.bind(String.self) { (tides: Lazy<any TideTable>) in
        try tides.value.highWater()
      }.from(Key("river"))
      // end
    }
    #expect(try Plan(String.self, modules: [HarbourModule(), module]).build().root == "Hamburg 06:12")
  }

  @Test func ownType() throws {
    // guide: own-type
    struct Depth: Sendable {
      let metres: Double
    }
    // end
    let module = TestModule<Self> { $0.bind(Depth.self, to: Depth(metres: 14.5)) }
    #expect(try Plan(Depth.self, modules: [module]).build().root.metres == 14.5)
  }
}
