import Testing
import WiringMacros

@Suite("Methods that a container calls on a new object")
struct InjectedMethodTests {
  @Test("A method receives dependencies, after the properties are set")
  func method() throws {
    let car = try plan().build().resolve(Roadster.self)
    #expect(car.log == ["volume 3", "radio FM, volume 3"])
  }

  @Test("A parameter has the qualifier that the attribute names")
  func qualifier() throws {
    let wagon = try plan().build().resolve(Wagon.self)
    #expect(wagon.volume == 11)
  }

  @Test("An argument of a definition reaches the parameters of its name, of the initializer and of a method")
  func sameName() throws {
    // Given a definition with an argument for a name that two parameters have
    var definition = Definition(Amplifier.self)
    definition.arguments = [.init("volume", 5)]
    let modules = [Bindings { $0.bind(Int.self, to: 3) }]

    // When one object is created from it, and one from the component alone
    let defined = try Plan(Amplifier.self, modules: modules, context: Definitions(definition)).build().root
    let injected = try Plan(
      Amplifier.self, modules: modules, context: Definitions(scan: Scan(types: ["Amplifier"]))
    ).build().root

    // Then both parameters have the argument, or both the object of their type
    #expect(defined.volumes == [5, 5])
    #expect(injected.volumes == [3, 3])
  }

  @Test("An error of the method is thrown by the resolution")
  func failure() throws {
    let graph = try plan().build()
    #expect(throws: Wagon.TooLoud.self) { try graph.replacing(named: Key<Int>("loud"), with: 12).resolve(Wagon.self) }
  }

  @Test("The plan knows the dependencies of the method")
  func missing() {
    let error = #expect(throws: WiringError.self) {
      try Plan(modules: [], context: Definitions(Definition(Roadster.self), Definition(Wagon.self)))
    }
    #expect(error?.problems.map(\.code).contains(.missing) == true)
  }

  @Test("A definition passes an argument of the method by name")
  func definition() throws {
    var definition = Definition("loudest", Wagon.self)
    definition.arguments = [DefinitionValue.Member("volume", 9)]
    let graph = try Plan(modules: [], context: Definitions(definition)).build()
    #expect(try graph.resolve(named: "loudest", as: Wagon.self).volume == 9)
  }

  @Test("A component lives in a custom scope, and names its external access")
  func customScope() throws {
    let modules = [Bindings { $0.scope(.drive) }]
    let graph = try Plan(modules: modules, context: Definitions(Definition(Trip.self))).build()
    let drive = try graph.open(.drive, with: Driver(name: "Ada"))
    #expect(try drive.resolve(Trip.self) === drive.resolve(Trip.self))
    #expect(try drive.resolve(Trip.self).name == "Ada")
    #expect(throws: ResolutionError.self) { try graph.resolve(Trip.self) }
    let binding = graph.description.bindings.first { $0.key.description == "Trip" }
    #expect(binding?.notes.contains("reaches the road") == true)
  }

  private func plan() throws -> Plan<Void> {
    try Plan(
      modules: [
        Bindings { binder in
          binder.bind(Int.self, to: 3)
          binder.bind(Int.self, to: 11).named(Key("loud"))
          binder.bind(String.self, to: "FM")
        }
      ], context: Definitions(Definition(Roadster.self), Definition(Wagon.self)))
  }
}

@Component final class Roadster {
  private(set) var log: [String] = []
  @Inject private var volume: Int {
    didSet { log.append("volume \(volume)") }
  }
  init() { volume = 0 }
  @Inject func install(radio: String, volume: Int) { log.append("radio \(radio), volume \(volume)") }
}

@Component final class Amplifier {
  private(set) var volumes: [Int]
  init(volume: Int) { volumes = [volume] }
  @Inject func set(volume: Int) { volumes.append(volume) }
}

@Component struct Wagon {
  struct TooLoud: Error {}
  private(set) var volume = 0
  init() {}
  @Inject(["volume": "loud"]) mutating func set(volume: Int) throws(TooLoud) {
    guard volume < 12 else { throw TooLoud() }
    self.volume = volume
  }
}

struct Driver: Sendable {
  let name: String
}

extension CustomScope where Context == Driver {
  static var drive: Self { CustomScope("drive") }
}

@Component(scope: .custom(CustomScope<Driver>.drive), external: "the road") final class Trip: Sendable {
  let name: String
  init(driver: Driver) { name = driver.name }
}
