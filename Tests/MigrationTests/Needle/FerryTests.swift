// guide: test
import Testing
import Wiring
import WiringTesting

struct FakeTimetable: Timetable { func departure(to port: String) -> String { "\(port) never" } }

@Test(
  .wired(Harbour.self, modules: [HarbourModule(), TimetableModule()]),
  .replacing((any Timetable).self, with: FakeTimetable()))
@MainActor func `a ticket has the departure of the timetable`() throws {
  let voyage = try Wired.resolve(Harbour.self).voyage.openOnMainActor(Passenger(name: "Ada"))
  #expect(try voyage.root.book("Kiel") == "Ada: Kiel never")
}
// end

@Suite @MainActor struct FerryTests {
  @Test func `the program runs as the page shows it`() throws {
    // guide: use
    let graph = try Plan(Harbour.self, modules: [HarbourModule(), TimetableModule()], isStrict: true).build()
    let voyage = try graph.root.voyage.openOnMainActor(Passenger(name: "Ada"))
    let ticket = try voyage.root.book("Oslo")
    // end

    #expect(ticket == "Ada: Oslo 22:00")
    withExtendedLifetime(graph) {}
  }

  @Test func `a voyage retains the harbour that it was opened in`() throws {
    var graph = Optional(try Plan(Harbour.self, modules: [HarbourModule(), TimetableModule()]).build())
    let voyage = try #require(try graph?.root.voyage.openOnMainActor(Passenger(name: "Ada")))
    graph = nil

    #expect(try voyage.root.book("Oslo") == "Ada: Oslo 22:00")
    #expect(try voyage.resolve(TicketOffice.self) === voyage.resolve(TicketOffice.self))
  }

  @Test func `an opener does not retain its graph`() throws {
    var graph = Optional(try Plan(Harbour.self, modules: [HarbourModule(), TimetableModule()]).build())
    let opener = try #require(graph?.root.voyage)
    graph = nil

    #expect(throws: ResolutionError.self) { try opener.openOnMainActor(Passenger(name: "Ada")) }
  }
}
