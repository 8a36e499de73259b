import Testing
import Wiring
import WiringTools

// guide: example
struct Atelier: Sendable {
  let kiln: Kiln
}

struct Kiln: Sendable {
  let degrees: Int
}

struct AtelierModule: Module {
  func configure(_ binder: inout Binder) {
    binder.bind(Atelier.self, Atelier.init, file: "Atelier/AtelierModule.swift", line: 3, column: 12)
  }
}

struct AtelierProgram {  // @main
  static func main() throws {
    WiringCommand.runIfRequested { try Plan(Atelier.self, modules: [AtelierModule()]) }
    // … the program itself
  }
}
// end

@Suite("Guide: checking a program")
struct ToolsGuide {
  private static let page = "Sources/Wiring/Wiring.docc/Tools.md"

  private static func plan() throws -> Plan<Atelier> { try Plan(Atelier.self, modules: [AtelierModule()]) }

  @Test func check() throws {
    try AtelierProgram.main()
    try expectShown(WiringCommand.output(of: ["check"], plan: Self.plan).text, on: Self.page)
  }

  @Test func explain() throws {
    let output = WiringCommand.output(of: ["explain", "Atelier"], plan: Self.plan)
    try expectShown(output.text, on: Self.page)
  }

  @Test func output() throws {
    // guide: output
    let output = WiringCommand.output(of: ["check", "--strict"]) {
      try Plan(Atelier.self, modules: [AtelierModule(), KilnModule()])
    }
    #expect(output.status == 0)
    // end
    #expect(output.text == "2 bindings in 2 modules: 0 errors\n")
  }

  @Test func difference() throws {
    let old = try Plan(Atelier.self, modules: [AtelierModule(), KilnModule()]).description.json
    let plan = try Plan(Atelier.self, modules: [AtelierModule(), KilnModule()]) {
      $0.replace(Kiln.self) { Kiln(degrees: 180) }
    }
    // guide: difference
    let difference = try GraphDifference(from: old, to: plan.description)
    #expect(difference.changed.map(\.binding.key) == ["Kiln"])
    // end
    try expectShown(
      GraphDifference(
        from: old,
        to: Plan(Atelier.self, modules: [AtelierModule(), GasModule()]).description
      ).text, on: Self.page)
  }
}

private struct KilnModule: Module {
  func configure(_ binder: inout Binder) {
    binder.bind(Kiln.self, to: Kiln(degrees: 220), file: "Atelier/KilnModule.swift", line: 3, column: 12)
  }
}

private struct GasModule: Module {
  func configure(_ binder: inout Binder) {
    binder.bind(String.self, to: "gas", file: "Atelier/GasModule.swift", line: 3, column: 12)
    binder.bind(
      Kiln.self, { (fuel: String) in Kiln(degrees: fuel.count) }, file: "Atelier/GasModule.swift", line: 4, column: 12
    )
    .scoped(.singleton)
  }
}
