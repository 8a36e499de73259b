import Testing
import Wiring
import WiringDefinitions

// guide: example
protocol Instrument: Sendable {
  var sound: String { get }
}

final class GMViolin: Instrument {
  let sound = "sings"
}

final class GMCello: Instrument {
  let sound = "hums"
}

final class Metronome: Sendable {}

final class GMQuartet: Sendable {
  let instruments: [any Instrument]
  init(instruments: [any Instrument]) { self.instruments = instruments }
}

// In a program, `@Component` at each type, and the linker gathers them.
let instruments = ComponentRegistry([
  Component(GMViolin.self, "GMViolin", scope: .singleton, file: "Music/GMViolin.swift", line: 3, column: 1) {
    component in
    component.initializer([], GMViolin.init)
    component.conforms(to: (any Instrument).self) { $0 }
  },
  Component(GMCello.self, "GMCello", scope: .singleton, file: "Music/GMCello.swift", line: 3, column: 1) { component in
    component.initializer([], GMCello.init)
    component.conforms(to: (any Instrument).self) { $0 }
  },
  Component(GMQuartet.self, "GMQuartet", file: "Music/GMQuartet.swift", line: 3, column: 1) { component in
    component.initializer(["instruments"], GMQuartet.init)
  },
  Component(Metronome.self, "Metronome", file: "Music/Metronome.swift", line: 3, column: 1) { component in
    component.initializer([], Metronome.init)
  },
])
// end

@Suite("Guide: scanning components")
struct ScanningComponentsGuide {
  private static let page = "Sources/WiringDefinitions/WiringDefinitions.docc/ScanningComponents.md"

  @Test func example() throws {
    // guide: use
    let context = Definitions(registry: instruments, scan: Scan(prefixes: ["GM"]))
    let plan = try Plan(GMQuartet.self, modules: [], context: context)
    #expect(try plan.build().root.instruments.map(\.sound).sorted() == ["hums", "sings"])
    // end
    // guide: verdicts
    let verdicts = plan.scan.map(\.description).joined(separator: "\n")
    // end
    try expectShown(verdicts, on: Self.page)
  }

  @Test func choice() throws {
    // guide: choice
    let scan = Scan(prefixes: ["GM"], types: ["Metronome"], exceptions: ["GMCello"], isEager: true)
    let plan = try Plan(GMQuartet.self, modules: [], context: Definitions(registry: instruments, scan: scan))
    #expect(plan.scan.filter(\.isIncluded).map(\.component.typeName) == ["GMQuartet", "GMViolin", "Metronome"])
    // end
    let timeline = Timeline()
    let graph = try plan.build(recording: timeline)
    #expect(timeline.entries.map { "\($0.key)" }.contains("GMViolin"))
    withExtendedLifetime(graph) {}
  }

  @Test func slip() {
    // guide: slip
    let error = #expect(throws: WiringError.self) {
      try Plan(
        GMQuartet.self, modules: [],
        context: Definitions(registry: instruments, scan: Scan(prefixes: ["GM"], types: ["Metronom"])))
    }
    #expect(error?.problems.map(\.code) == [.unknownType])
    // end
  }

  // guide: module
  struct RehearsalModule: Module {
    func configure(_ binder: inout Binder) {
      binder.bind(GMQuartet.self, { GMQuartet(instruments: []) }, file: "Music/Rehearsal.swift", line: 3, column: 12)
    }
  }
  // end

  @Test func precedence() throws {
    // guide: precedence
    let plan = try Plan(
      GMQuartet.self, modules: [RehearsalModule()],
      context: Definitions(registry: instruments, scan: Scan(prefixes: ["GM"])))
    let verdict = plan.scan.first { $0.component.name == "GMQuartet" }?.verdict
    // end
    #expect(try plan.build().root.instruments.isEmpty)
    try expectShown(#require(verdict), on: Self.page)
  }

  @Test func missing() throws {
    // guide: missing
    let error = #expect(throws: WiringError.self) {
      try Plan(GMViolin.self, modules: [], context: Definitions(registry: instruments, scan: Scan(prefixes: ["GMC"])))
    }
    let nearMisses = error?.problems.flatMap(\.nearMisses).map(\.text)
    // end
    try expectShown(#require(nearMisses?.first), on: Self.page)
  }

}
