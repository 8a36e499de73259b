// guide: test
import Testing
import Wiring
import WiringTesting

struct FakeArchive: ArtworkArchive { func title(of number: Int) -> String? { "Fake \(number)" } }

@Test(.wired(modules: [MuseumModule(), ArchiveModule()]), .replacing((any ArtworkArchive).self, with: FakeArchive()))
@MainActor func `a caption has the title and the visitor`() throws {
  let visit = try Wired.graph.open(.visit, with: Visitor(name: "Ada"))
  let tour = try visit.resolveOnMainActor(TourViewModel.self)
  #expect(try tour.play(7) == "Fake 7, for Ada")
}
// end

@Suite @MainActor struct MuseumTests {
  @Test func `the program runs as the page shows it`() throws {
    // guide: use
    let museum = try Plan(Catalogue.self, modules: [MuseumModule(), ArchiveModule()], isStrict: true).build()
    let visit = try museum.open(.visit, with: Visitor(name: "Ada"))
    let tour = try visit.resolveOnMainActor(TourViewModel.self)
    let caption = try tour.play(2)
    // end

    #expect(caption == "Painting, for Ada")
    #expect(try visit.resolveOnMainActor(TourViewModel.self) === tour)
  }
}
