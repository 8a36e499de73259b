import Wiring
import WiringMacros

// Almanacs and weather reports, for what users of swift-dependencies rely on.

/// A client of closures, each of which can be replaced alone.
struct WeatherClient: Sendable {
  var today: @Sendable () -> String
  var tomorrow: @Sendable () -> String

  static let sunny = WeatherClient(today: { "sun" }, tomorrow: { "sun" })
}

protocol Almanac: Sendable {
  var day: Int { get }
}

struct FixedAlmanac: Almanac {
  let day: Int
}

/// Reads its dependency when it is made.
final class Forecast: Sendable {
  let day: Int
  init(almanac: any Almanac) { day = almanac.day }
}

/// Reads its dependency at each use.
final class Report: Sendable {
  private let almanac: Provider<any Almanac>
  init(almanac: Provider<any Almanac>) { self.almanac = almanac }
  func day() throws -> Int { try almanac().day }
}

/// Two ways to one dependency.
final class Newspaper: Sendable {
  let forecast: Forecast
  let almanac: any Almanac
  init(forecast: Forecast, almanac: any Almanac) { (self.forecast, self.almanac) = (forecast, almanac) }
}

/// A feature that is made without arguments, and makes another one.
struct ParentFeature {
  let day = injected((any Almanac).self, or: FixedAlmanac(day: 0)).day
  func child() -> ParentFeature { ParentFeature() }
}

@Spied
protocol Siren: Sendable {
  func warn(_ text: String)
}

struct SilentSiren: Siren {
  func warn(_ text: String) {}
}

struct AlmanacModule: Module {
  func configure(_ binder: inout Binder) {
    binder.bind((any Almanac).self, to: FixedAlmanac(day: 1))
    binder.bind(WeatherClient.self, to: .sunny)
    binder.bind(Forecast.init).scoped(.singleton)
    binder.bind(Report.init).scoped(.singleton)
    binder.bind(Newspaper.init)
  }
}
