import Testing
import Wiring

@Suite("Guide: overriding")
struct OverridingGuide {
  // guide: example
  protocol Forecast: Sendable {
    func tomorrow() -> String
  }

  struct Satellite: Forecast { func tomorrow() -> String { "whatever comes" } }
  struct FixedForecast: Forecast {
    let text: String
    func tomorrow() -> String { text }
  }

  struct Picnic: Sendable {
    let forecast: any Forecast
    var isOn: Bool { forecast.tomorrow() != "rain" }
  }

  struct PicnicModule: Module {
    func configure(_ binder: inout Binder) {
      binder.bind((any Forecast).self, Satellite.init).scoped(.singleton).external("a satellite")
      binder.bind(Picnic.init)
    }
  }

  @Test("rain calls the picnic off")
  func rain() throws {
    let plan = try Plan(Picnic.self, modules: [PicnicModule()], profile: .test) { overrides in
      overrides.replace((any Forecast).self, with: FixedForecast(text: "rain"))
    }
    #expect(try !plan.build().root.isOn)
  }
  // end

  struct WeatherModule: Module {
    func configure(_ binder: inout Binder) { binder.bind((any Forecast).self, Satellite.init).scoped(.singleton) }
  }

  struct FakeWeatherModule: Module {
    func configure(_ binder: inout Binder) { binder.bind((any Forecast).self) { FixedForecast(text: "sun") } }
  }

  @Test func others() throws {
    let picnic = TestModule<Self> { $0.bind(Picnic.init) }
    let plan = try Plan(Picnic.self, modules: [picnic, WeatherModule()]) { overrides in
      // guide: module
      overrides.replace(module: WeatherModule.self, with: FakeWeatherModule())
      // end
    }
    #expect(try plan.build().root.forecast.tomorrow() == "sun")
    let other = try Plan(Picnic.self, modules: [picnic, WeatherModule()]) { overrides in
      // guide: factory
      overrides.replace((any Forecast).self) { FixedForecast(text: "snow") }  // a singleton, like what it replaces
      // end
    }
    #expect(try other.build().root.forecast.tomorrow() == "snow")
    #expect(other.description.bindings.first { "\($0.key)".hasSuffix("Forecast") }?.scope == .singleton)
  }

  @Test func nothing() {
    // guide: nothing
    let error = #expect(throws: WiringError.self) {
      try Plan(Picnic.self, modules: [PicnicModule()]) { $0.replace(Int.self, with: 7) }
    }
    #expect(error?.problems.map(\.code) == [.unboundReplacement])
    // end
  }

  @Test func built() throws {
    // guide: replacing
    let graph = try Plan(Picnic.self, modules: [PicnicModule()]).build()
    let rainy = try graph.replacing((any Forecast).self, with: FixedForecast(text: "rain"))
    #expect(try !rainy.resolve(Picnic.self).isOn)
    #expect(graph.root.isOn)
    // end
  }

  @Test func production() throws {
    // guide: production
    let plan = try Plan(Picnic.self, modules: [PicnicModule()], isStrict: true)
    // end
    #expect(plan.warnings.isEmpty)
  }
}
