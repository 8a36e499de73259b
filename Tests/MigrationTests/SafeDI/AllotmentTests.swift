// guide: test
import Testing
import Wiring
import WiringTesting

struct NoSeeds: SeedBank { func seeds(of plant: String) -> Int { 0 } }

@Test(
  .wired(Garden.self, modules: [GardenModule(), SeedModule()]), .replacing((any SeedBank).self, with: NoSeeds()),
  .replacing(named: .heirlooms, with: NoSeeds()))
@MainActor func `a bed is labelled with the seeds of the shed`() throws {
  let season = try Wired.resolve(Garden.self).allotment.openOnMainActor(Gardener(name: "Ada"))
  try season.root.sow("peas")
  #expect(season.root.labels == ["Ada: 0 × peas"])
}
// end

@Suite @MainActor struct AllotmentTests {
  @Test func `the program runs as the page shows it`() throws {
    // guide: use
    let graph = try Plan(Garden.self, modules: [GardenModule(), SeedModule()], isStrict: true).build()
    let season = try graph.root.allotment.openOnMainActor(Gardener(name: "Ada"))
    try season.root.sow("peas")
    // end

    #expect(season.root.labels == ["Ada: 43 × peas"])
    withExtendedLifetime(graph) {}
  }
}
