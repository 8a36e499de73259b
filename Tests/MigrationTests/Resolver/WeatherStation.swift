// guide: program
import Observation
import Wiring

protocol Sensor: Sendable { func degrees(at hour: Int) -> Int }
struct GroundSensor: Sensor { func degrees(at hour: Int) -> Int { 8 + hour / 2 } }
struct RoofSensor: Sensor { func degrees(at hour: Int) -> Int { 10 + hour / 2 } }

final class WeatherStation: Sendable {
  private let ground, roof: any Sensor
  init(ground: any Sensor, roof: any Sensor) { (self.ground, self.roof) = (ground, roof) }
  func mean(at hour: Int) -> Int { (ground.degrees(at: hour) + roof.degrees(at: hour)) / 2 }
}

struct Reading: Sendable {
  let text: String
  init(hour: Int, station: WeatherStation) { text = "\(hour):00 \(station.mean(at: hour))°" }
}

struct Observer: Sendable { let name: String }

@MainActor @Observable final class StationViewModel {
  private(set) var log: [String] = []
  private let observer: Observer
  private let reading: Factory<Reading, Int>
  init(observer: Observer, reading: Factory<Reading, Int>) { (self.observer, self.reading) = (observer, reading) }
  func read(hour: Int) throws { log.append("\(observer.name): \(try reading(hour).text)") }
}

extension Key where Value == any Sensor { static var roof: Self { Key("roof") } }
extension CustomScope where Context == Observer { static var shift: Self { CustomScope("shift") } }

struct SensorModule: Module {
  func configure(_ binder: inout Binder) {
    binder.bind((any Sensor).self, GroundSensor.init).scoped(.singleton)
    binder.bind((any Sensor).self, RoofSensor.init).named(.roof).scoped(.singleton)
  }
}

struct StationModule: Module {
  func configure(_ binder: inout Binder) {
    binder.bind(WeatherStation.init).from(.unqualified, .roof).scoped(.singleton)
    binder.factory(Reading.init(hour:station:), argument: Int.self)
    binder.scope(.shift)
    binder.main.bind(StationViewModel.init).scoped(in: .shift)
    binder.root(StationViewModel.self)
  }
}
// end
