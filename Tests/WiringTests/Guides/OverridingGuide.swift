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

  struct Warning: Sendable, Equatable { let text: String }

  struct WeatherClient: Sendable {
    var warn: @Sendable () -> Warning
    var forecast: @Sendable () -> String
  }

  struct Week: Sendable {
    let forecasts: [any Forecast]
    let warning: Warning?
  }

  @Test func requests() throws {
    let modules = [
      Bindings { binder in
        binder.contribute(to: (any Forecast).self, Satellite.init)
        binder.bind(Week.init)
      }
    ]
    let plan = try Plan(Week.self, modules: modules) { overrides in
      // guide: requests
      overrides.replace([any Forecast].self, with: [FixedForecast(text: "rain")])
      overrides.replace(Warning?.self, with: Warning(text: "gale"))
      // end
    }
    let week = try plan.build().root
    #expect(week.forecasts.map { $0.tomorrow() } == ["rain"])
    #expect(week.warning == Warning(text: "gale"))
  }

  @Test func changes() throws {
    let client = Bindings { binder in
      binder.bind(WeatherClient.self, to: WeatherClient(warn: { Warning(text: "real") }, forecast: { "sun" }))
    }
    let plan = try Plan(modules: [PicnicModule(), client]) { overrides in
      // guide: changes
      overrides.decorate((any Forecast).self) { (inner: any Forecast) in
        FixedForecast(text: "probably " + inner.tomorrow())
      }
      overrides.modify(WeatherClient.self) { client in client.warn = { Warning(text: "test") } }
      // end
    }
    let graph = try plan.build()
    #expect(try graph.resolve(Picnic.self).forecast.tomorrow() == "probably whatever comes")
    #expect(try graph.resolve(WeatherClient.self).warn() == Warning(text: "test"))
    #expect(try graph.resolve(WeatherClient.self).forecast() == "sun")
  }

  @Test func rootless() throws {
    // guide: rootless
    let weather = try Plan(modules: [
      PicnicModule(),
      Bindings { binder in binder.bind(String.self) { (picnic: Picnic) in picnic.isOn ? "on" : "off" } },
    ]).build()
    #expect(try weather.resolve(String.self) == "on")
    // end
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
