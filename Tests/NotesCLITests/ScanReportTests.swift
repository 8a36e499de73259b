import NotesTestSupport
import Testing
import Wiring
import WiringDefinitions

@testable import NotesCLI

@MainActor
@Suite struct ScanReportTests {
  private struct Kettle: Sendable {}
  private struct TeaPot: Sendable {}

  /// Described by hand, with fixed source locations.
  private let registry = ComponentRegistry([
    Component(TeaPot.self, "TeaPot", scope: .singleton, file: "Kitchen/TeaPot.swift", line: 4, column: 1) {
      $0.initializer([], TeaPot.init)
    },
    Component(Kettle.self, "Kettle", file: "Kitchen/Kettle.swift", line: 3, column: 1) {
      $0.initializer([], Kettle.init)
    },
  ])

  private func run(_ scan: Scan?, _ arguments: String...) async -> Program.Run {
    let context = Definitions(registry: registry, scan: scan)
    return await Program(context: { _ in context }).run(["graph", "--scan", "--context", "c"] + arguments)
  }

  @Test func `every component is shown with the verdict and its reason`() async throws {
    try expectGolden(await run(Scan(prefixes: ["Tea"])).output, named: "scan")
  }

  @Test func `the report is available as JSON`() async throws {
    try expectGolden(await run(Scan(prefixes: ["Tea"]), "--format", "json").output, named: "scan-json")
  }

  @Test func `without a scan, the components are shown with a notice`() async throws {
    let run = await run(nil)
    #expect(run.error == "No scan is configured; definitions can refer to these types.\n")
    try expectGolden(run.output, named: "scan-none")
  }

  @Test(arguments: [["--format", "dot"], ["--explain", "NoteFinder"]])
  func `a scan cannot be drawn or combined with an explanation`(arguments: [String]) async {
    #expect(await Program().run(["graph", "--scan"] + arguments).status == .usage)
  }
}
