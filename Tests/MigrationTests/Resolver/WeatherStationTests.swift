// guide: test
import Testing
import Wiring
import WiringTesting

struct FakeSensor: Sensor { func degrees(at hour: Int) -> Int { 20 } }

@Suite(.wired(modules: [StationModule(), SensorModule()]), .replacing((any Sensor).self, with: FakeSensor()))
@MainActor struct StationTests {
  @Test(.replacing(named: .roof, with: FakeSensor())) func `an observer logs the mean of both sensors`() throws {
    let shift = try Wired.graph.open(.shift, with: Observer(name: "Ada"))
    let station = try shift.resolveOnMainActor(StationViewModel.self)
    try station.read(hour: 14)
    #expect(station.log == ["Ada: 14:00 20°"])
  }
}
// end

@Suite @MainActor struct WeatherStationTests {
  @Test func `the program runs as the page shows it`() throws {
    // guide: use
    let graph = try Plan(WeatherStation.self, modules: [StationModule(), SensorModule()], isStrict: true).build()
    let shift = try graph.open(.shift, with: Observer(name: "Ada"))
    let station = try shift.resolveOnMainActor(StationViewModel.self)
    try station.read(hour: 14)
    // end

    #expect(station.log == ["Ada: 14:00 16°"])
  }
}
