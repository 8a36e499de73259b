import Synchronization
import Testing
import Wiring

/// A stand-in for Needle, with the calls that the bridge on the page makes. Not `Sendable`, as there.
enum NeedleFoundation {
  class BootstrapComponent {
    private var objects: [String: Any] = [:]

    func shared<T>(key: String = #function, _ make: () -> T) -> T {
      if let object = objects[key] as? T { return object }
      let object = make()
      objects[key] = object
      return object
    }
  }
}

// guide: bridge
/// What Needle still provides. `shared` locks, although a component is not marked `Sendable`.
struct NeedleModule: Module, @unchecked Sendable {
  let harbour: HarbourComponent

  func configure(_ binder: inout Binder) {
    // A closure: reads the component when the object is needed. It has no scope, `shared` decides.
    binder.bind((any Timetable).self) { harbour.timetable }
    // A value: exists before the plan.
    binder.bind((any Timetable).self, to: harbour.nightTimetable).named(.nightly)
  }
}

final class HarbourComponent: NeedleFoundation.BootstrapComponent {
  var graph: Graph<Harbour>?  // set at launch
  var timetable: any Timetable { shared { DayTimetable() } }
  var nightTimetable: any Timetable { shared { NightTimetable() } }

  /// Has moved. Child components find it by its name and type, as before.
  var ticketOffice: TicketOffice {
    guard let graph else { fatalError("the graph is not built") }
    return graph.root.office
  }
}
// end

@Suite struct FerryBridgeTests {
  @Test func `objects cross between the component and the graph in both directions`() throws {
    // guide: both
    let harbour = HarbourComponent()
    harbour.graph = try Plan(Harbour.self, modules: [HarbourModule(), NeedleModule(harbour: harbour)]).build()
    // end

    #expect(harbour.ticketOffice.departure(to: "Kiel") == "Kiel 10:00")
    #expect(harbour.ticketOffice === harbour.ticketOffice)
    harbour.graph = nil
  }
}
