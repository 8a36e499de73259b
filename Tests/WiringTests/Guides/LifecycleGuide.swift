import Testing
import Wiring

// guide: example
final class PowerPlant: Sendable {
  let log: ShiftLog
  init(log: ShiftLog) { self.log = log }
  func ignite() async throws { log.note("plant on") }
  func cool() async throws { log.note("plant off") }
}

final class TramLine: Sendable {
  let plant: PowerPlant
  init(plant: PowerPlant) { self.plant = plant }
  func depart() { plant.log.note("tram out") }
  func returnToDepot() { plant.log.note("tram in") }
}

struct TramModule: Module {
  let log: ShiftLog

  func configure(_ binder: inout Binder) {
    binder.bind(ShiftLog.self, to: log)
    binder.bind(TramLine.init).scoped(.singleton)
      .onStart { tram in tram.depart() }
      .onStop { tram in tram.returnToDepot() }
    binder.bind(PowerPlant.init).scoped(.singleton)
      .onStart(within: .seconds(60)) { plant in try await plant.ignite() }
      .onStop { plant in try await plant.cool() }
  }
}
// end

typealias ShiftLog = Log

@Suite("Guide: lifecycle")
struct LifecycleGuide {
  @Test func example() async throws {
    let log = ShiftLog()
    // guide: use
    let graph = try await Plan(TramLine.self, modules: [TramModule(log: log)]).buildAsync()
    try await graph.start()
    #expect(log.all == ["plant on", "tram out"])
    try await graph.stop()
    #expect(log.all == ["plant on", "tram out", "tram in", "plant off"])
    // end
  }

  @MainActor final class Screen {
    private(set) var isShown = false
    init() {}
    func appear() { isShown = true }
  }

  @MainActor
  @Test func hookOfTheMainActor() async throws {
    let plan = try Plan(modules: [
      Bindings { $0.main.bind(Screen.init).scoped(.singleton).onStart { screen in screen.appear() } }
    ])
    let graph = try await plan.buildAsync()
    try await graph.start()
    #expect(try await graph.resolveAsync(Screen.self).isShown)
  }

  @Test func failure() async throws {
    struct NoCoal: Error, CustomStringConvertible { let description = "no coal" }
    let module = TestModule<Self> { binder in
      binder.bind(String.self, { "depot" }, file: "Tram/Depot.swift", line: 7, column: 1).scoped(.singleton)
        .onStart { _ in throw NoCoal() }
    }
    let graph = try await Plan(String.self, modules: [module]).buildAsync()
    // guide: failure
    let error = await #expect(throws: LifecycleError.self) { try await graph.start() }
    #expect(error?.phase == .start)
    // end
    try expectShown(#require(error), on: "Sources/Wiring/Wiring.docc/Lifecycle.md")
  }

  @Test func eager() throws {
    let made = Counter()
    let module = TestModule<Self> { binder in
      binder.bind(String.self, to: "root")
      // guide: eager
      binder.bind(Int.self) { made.increment() }.scoped(.singleton).eager()
      // end
    }
    _ = try Plan(String.self, modules: [module]).build()
    #expect(made.value == 1)
  }

  @Test func leaks() async throws {
    let log = ShiftLog()
    let plan = try Plan(TramLine.self, modules: [TramModule(log: log)])
    // guide: leak-check
    var graph = Optional(try await plan.buildAsync())
    let check = graph?.leakCheck()
    let kept = graph?.root
    graph = nil
    #expect(check?.survivors.map { "\($0.key)" } == ["PowerPlant", "TramLine"])
    // end
    withExtendedLifetime(kept) {}
  }
}
