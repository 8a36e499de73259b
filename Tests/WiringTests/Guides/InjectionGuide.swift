import Testing
import Wiring

@Suite("Guide: injection")
struct InjectionGuide {
  // guide: example
  protocol Radio: AnyObject, Sendable {}
  final class LongWave: Radio {}

  final class Truck {
    let wheels: Int
    var radio: (any Radio)?
    init(wheels: Int) { self.wheels = wheels }
    func install(radio: any Radio) { self.radio = radio }
  }

  struct TruckModule: Module {
    func configure(_ binder: inout Binder) {
      binder.bind(Int.self, to: 6)
      binder.bind((any Radio).self, LongWave.init).scoped(.singleton)
      binder.bind(Truck.init).then { (truck: Truck, radio: any Radio) in
        truck.radio = radio
      }
    }
  }
  // end

  @Test func example() throws {
    // guide: use
    let graph = try Plan(Truck.self, modules: [TruckModule()]).build()
    #expect(try graph.root.radio === graph.resolve((any Radio).self))
    // end
  }

  @Test func shorter() throws {
    let module = TestModule<Self> { binder in
      binder.bind(Int.self, to: 4)
      binder.bind((any Radio).self, LongWave.init)
      // guide: shorter
      binder.bind(Truck.init).property(\.radio)  // asks for (any Radio)?
      binder.bind(Truck.init).named(Key("van")).calling(Truck.install)
      // end
    }
    let graph = try Plan(Truck.self, modules: [module]).build()
    #expect(graph.root.radio != nil)
    #expect(try graph.resolve(named: Key<Truck>("van")).radio != nil)
  }

  // guide: interface
  protocol NeedsRadio {
    var radio: (any Radio)? { get set }
  }

  struct Crane {
    var radio: (any Radio)?
  }

  struct Command: NeedsRadio {
    var text = ""
    var radio: (any Radio)?
  }

  struct CommandModule: Module {
    func configure(_ binder: inout Binder) {
      binder.injector(for: (any NeedsRadio).self) { (object: inout any NeedsRadio, radio: any Radio) in
        object.radio = radio
      }
      binder.injector(for: Crane.self) { (crane: inout Crane, radio: any Radio) in crane.radio = radio }
    }
  }
  // end

  @Test func others() throws {
    let graph = try Plan(Truck.self, modules: [TruckModule(), CommandModule()]).build()
    // guide: inject
    var crane = Crane()  // by a framework
    try graph.inject(into: &crane)
    #expect(crane.radio != nil)

    var command: any NeedsRadio = Command(text: "by a parser")
    try graph.inject(into: &command, as: (any NeedsRadio).self)
    #expect(command.radio != nil)
    // end
  }

  // guide: current
  struct Alarm {
    let radio: any Radio
    init(radio: any Radio = injected((any Radio).self, or: LongWave())) { self.radio = radio }
  }
  // end

  @Test func current() throws {
    let graph = try Plan(Truck.self, modules: [TruckModule()]).build()
    // guide: current-use
    let alarm = graph.perform { Alarm() }
    #expect(try alarm.radio === graph.resolve((any Radio).self))
    #expect(try Alarm().radio !== graph.resolve((any Radio).self))
    // end
  }
}
