// guide: test
import Testing
import Wiring
import WiringTesting

struct FakeGate: Gate { func open(for plate: String) -> String { "fake" } }

@Test(.wired(modules: [ParkingModule(), SiteModule()]), .replacing((any Gate).self, with: FakeGate()), .forbidExternal)
@MainActor func `a driver enters and pays`() throws {
  let session = try Wired.graph.open(.session, with: Driver(plate: "B 42"))
  let parking = try session.resolveOnMainActor(ParkingViewModel.self)
  try parking.park(hours: 2)
  #expect(parking.status == "fake, 6 €")
}
// end

@Suite @MainActor struct ParkingProgramTests {
  @Test func `the program runs as the page shows it`() throws {
    // guide: use
    let graph = try Plan(Garage.self, modules: [ParkingModule(), SiteModule()]).build()
    let session = try graph.open(.session, with: Driver(plate: "B 42"))
    let parking = try session.resolveOnMainActor(ParkingViewModel.self)
    // end

    try parking.park(hours: 10)
    #expect(parking.status == "open for B 42, 10 €")
    _ = try Plan(Garage.self, modules: [ParkingModule(), SiteModule()], isStrict: true)
  }
}
