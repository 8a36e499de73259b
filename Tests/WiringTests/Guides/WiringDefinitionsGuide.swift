import Testing
import Wiring
import WiringDefinitions

// guide: example
protocol Lamp: Sendable {
  var colour: String { get }
}

final class OilLamp: Lamp {
  let colour: String
  init(colour: String) { self.colour = colour }
}

final class Lighthouse: Sendable {
  let lamp: any Lamp
  let interval: Duration

  init(lamp: any Lamp, interval: Duration) {
    (self.lamp, self.interval) = (lamp, interval)
  }
}

// What `@Component` of WiringMacros writes.
extension OilLamp: ComponentType {
  static var wiringComponent: Component {
    Component(OilLamp.self, "OilLamp", scope: .singleton) { component in
      component.initializer(["colour"], OilLamp.init)
      component.conforms(to: (any Lamp).self) { $0 }
    }
  }
}

extension Lighthouse: ComponentType {
  static var wiringComponent: Component {
    Component(Lighthouse.self, "Lighthouse", scope: .singleton) { component in
      component.initializer(["lamp", "interval"], Lighthouse.init)
    }
  }
}
// end

// guide: boat
final class Boat {
  var lamp: (any Lamp)?
  var name = "Nameless"
  var crew: [String] = []
  private(set) var isAfloat = false

  func launch() { isAfloat = true }
}

extension Boat: ComponentType {
  static var wiringComponent: Component {
    Component(Boat.self, "Boat") { component in
      component.initializer([], Boat.init)
      component.property("lamp", \.lamp) { $0.lamp = $1 }
      component.property("name", \.name) { $0.name = $1 }
      component.property("crew", \.crew) { $0.crew = $1 }
      component.method("launch") { $0.launch() }
    }
  }
}
// end

// guide: factory
final class LampRoom: ObjectFactory, Sendable {
  let colour: String
  init(colour: String) { self.colour = colour }

  func makeObject() throws -> OilLamp { OilLamp(colour: colour) }
}
// end

extension LampRoom: ComponentType {
  static var wiringComponent: Component {
    Component(LampRoom.self, "LampRoom") { component in
      component.initializer(["colour"], LampRoom.init)
      component.conforms(to: (any ObjectFactory & Copyable).self) { $0 }
    }
  }
}

@Suite("Guide: defining objects")
struct WiringDefinitionsGuide {
  private static let page = "Sources/WiringDefinitions/WiringDefinitions.docc/WiringDefinitions.md"

  @Test func example() throws {
    // guide: use
    let context = Definitions(
      Definition("red", OilLamp.self, values: ["colour": "red"]),
      Definition("north", Lighthouse.self, references: ["lamp": "red"], values: ["interval": "2.5s"]))
    let graph = try Plan(Lighthouse.self, modules: [], context: context).build()
    #expect(graph.root.lamp.colour == "red")
    #expect(graph.root.interval == .seconds(2.5))
    // end
  }

  @Test func given() throws {
    let context = Definitions(Definition("red", OilLamp.self, values: ["colour": "red"]))
    // guide: given
    var boat = Definition("ferry", Boat.self, references: ["lamp": "red"])
    boat.properties += [.init("name", "Ferry"), .init("crew", ["Ada", "Grace"])]
    boat.initMethod = .init("launch", nil)
    boat.scope = .graph
    // end
    var all = context
    all.add(boat)
    let made = try Plan(Boat.self, modules: [], context: all).build().root
    #expect(made.lamp?.colour == "red" && made.name == "Ferry" && made.crew == ["Ada", "Grace"] && made.isAfloat)
  }

  @Test func nested() throws {
    // guide: nested
    let boat = Definition(
      "dinghy", Boat.self,
      values: ["lamp": .definition(Definition(OilLamp.self, values: ["colour": "white"])), "name": "Dinghy"])
    // end
    let made = try Plan(Boat.self, modules: [], context: Definitions(boat)).build().root
    #expect(made.lamp?.colour == "white")
  }

  // guide: module
  struct CoastModule: Module {
    func configure(_ binder: inout Binder) {
      binder.bind(
        (any Lamp).self, { OilLamp(colour: "white") }, file: "Coast/CoastModule.swift", line: 4, column: 12)
      binder.bind(Duration.self, to: .seconds(10)).named(Key("interval"))
      binder.bind(Lighthouse.init).from(.unqualified, Key("interval")).scoped(.singleton)
    }
  }
  // end

  @Test func precedence() throws {
    // guide: precedence
    var red = Definition(
      "red", OilLamp.self, values: ["colour": "red"], file: "Coast/Definitions.swift", line: 7, column: 3)
    red.interfaces = [.init("Lamp", nil)]
    var context = Definitions(red)
    context.add(value: "interval", "4s")

    let plan = try Plan(Lighthouse.self, modules: [CoastModule()], context: context)
    let lighthouse = try plan.build().root
    #expect(lighthouse.lamp.colour == "red" && lighthouse.interval == .seconds(4))
    // end
    // guide: explain
    let story = plan.explain((any Lamp).self)
    // end
    try expectShown(story, on: Self.page)
  }

  @Test func candidates() throws {
    // guide: candidates
    let context = Definitions(
      Definition("red", OilLamp.self, values: ["colour": "red"]),
      Definition("green", OilLamp.self, values: ["colour": "green"]),
      Definition("boat", Boat.self))
    let graph = try Plan(Boat.self, modules: [], context: context).build()
    #expect(try graph.resolve([any Lamp].self).map(\.colour) == ["green", "red"])  // by name
    #expect(try graph.resolve(named: Key<any Lamp>("green")).colour == "green")
    // end
  }

  @Test func undecided() throws {
    let context = Definitions(
      Definition("red", OilLamp.self, values: ["colour": "red"]),
      Definition("green", OilLamp.self, values: ["colour": "green"]),
      Definition("north", Lighthouse.self, values: ["interval": "1s"]))
    let error = #expect(throws: WiringError.self) { try Plan(Lighthouse.self, modules: [], context: context) }
    #expect(error?.problems.map(\.code) == [.ambiguous])
  }

  @Test func factories() throws {
    // guide: factory-use
    let context = Definitions(
      Definition("red", LampRoom.self, scope: .singleton, values: ["colour": "red"]), Definition("boat", Boat.self))
    let graph = try Plan(Boat.self, modules: [], context: context).build()
    let lamp = try graph.resolve(named: Key<OilLamp>("red"))
    #expect(try lamp === graph.resolve(OilLamp.self))
    #expect(try graph.resolve(LampRoom.self).colour == "red")
    // end
  }

  @Test func names() throws {
    let context = Definitions(
      Definition("red", OilLamp.self, values: ["colour": "red"]),
      Definition("green", OilLamp.self, values: ["colour": "green"]), Definition("boat", Boat.self))
    let graph = try Plan(Boat.self, modules: [], context: context).build()
    // guide: names
    let red = try graph.resolve(named: "red", as: (any Lamp).self)
    let blue = try graph.resolve(ifNamed: "blue", as: (any Lamp).self)
    let lamps = try graph.resolveAll(named: "Lamp", as: (any Lamp).self)
    #expect(red.colour == "red" && blue == nil && lamps.count == 2)
    #expect(throws: ResolutionError.self) { try graph.resolve(named: "rad") }  // near: red
    // end
  }

  @Test func conversions() throws {
    // guide: conversions
    struct Bearing: Sendable, Equatable {
      let degrees: Int
    }

    var context = Definitions()
    context.conversions.add(Bearing.self, expected: "a bearing such as N or 270") { text in
      text == "N" ? Bearing(degrees: 0) : Int(text).map { Bearing(degrees: $0) }
    }
    context.add(value: "course", "270")
    // end
    let module = TestModule<Self> { binder in
      binder.bind(String.self) { (bearing: Bearing) in "\(bearing.degrees)°" }.from(Key("course"))
    }
    #expect(try Plan(String.self, modules: [module], context: context).build().root == "270°")
  }

  @Test func mistakes() throws {
    // guide: mistakes
    let context = Definitions(
      Definition("red", class: "OilLump", values: ["colour": "red"]),
      Definition("north", Lighthouse.self, references: ["lump": "red"], values: ["interval": "soon"]))
    let error = #expect(throws: WiringError.self) { try Plan(Lighthouse.self, modules: [], context: context) }
    #expect(error?.problems.map(\.code) == [.missing, .unknownType, .unknownName, .badValue])
    // end
  }
}
