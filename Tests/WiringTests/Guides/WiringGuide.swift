import Testing
import Wiring

@Suite("Guide: landing page")
struct WiringGuide {
  // guide: example
  protocol Thermometer: Sendable {
    func degrees() -> Int
  }

  struct MercuryThermometer: Thermometer {
    func degrees() -> Int { 21 }
  }

  final class Greenhouse: Sendable {
    private let thermometer: any Thermometer

    init(thermometer: any Thermometer) {
      self.thermometer = thermometer
    }

    func report() -> String { "\(thermometer.degrees()) °C" }
  }

  struct GreenhouseModule: Module {
    func configure(_ binder: inout Binder) {
      binder.bind((any Thermometer).self, MercuryThermometer.init).scoped(.singleton)
      binder.bind(Greenhouse.init)
    }
  }
  // end

  @Test func example() throws {
    // guide: use
    let plan = try Plan(Greenhouse.self, modules: [GreenhouseModule()])  // proved; nothing exists yet
    let graph = try plan.build()
    #expect(graph.root.report() == "21 °C")
    // end
  }
}
