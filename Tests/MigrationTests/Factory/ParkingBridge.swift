import Synchronization
import Testing
import Wiring

/// A stand-in for the module `FactoryKit`, with the calls that the bridge on the page makes.
enum FactoryKit {
  final class Container: Sendable {
    static let shared = Container()
    fileprivate let registrations = Mutex<[String: @Sendable () -> Any]>([:])

    func callAsFunction<T>(key: String = #function, _ make: @escaping @Sendable () -> T) -> Factory<T> {
      Factory(container: self, key: key, make: make)
    }
  }

  struct Factory<T> {
    fileprivate let container: Container
    fileprivate let key: String
    fileprivate let make: @Sendable () -> T

    func callAsFunction() -> T { container.registrations.withLock { $0[key] }?() as? T ?? make() }
    func register(_ factory: @escaping @Sendable () -> T) { container.registrations.withLock { $0[key] = factory } }
  }
}

extension FactoryKit.Container {
  var gate: FactoryKit.Factory<any Gate> { self { BarrierGate() } }
  var tariff: FactoryKit.Factory<Tariff> { self { Tariff(perHour: 3) } }
  var nightTariff: FactoryKit.Factory<Tariff> { self { Tariff(perHour: 1) } }
  var garage: FactoryKit.Factory<Garage> { self { Garage(gate: FactoryKit.Container.shared.gate()) } }
}

// guide: bridge
/// What Factory still provides.
struct FactoryModule: Module {
  func configure(_ binder: inout Binder) {
    // A closure: asks Factory when the object is needed. It has no scope, so that the one of Factory decides.
    binder.bind((any Gate).self) { FactoryKit.Container.shared.gate() }
    // Values: exist before the plan.
    binder.bind(Tariff.self, to: FactoryKit.Container.shared.tariff())
    binder.bind(Tariff.self, to: FactoryKit.Container.shared.nightTariff()).named(.night)
  }
}
// end

@Suite struct ParkingBridgeTests {
  @Test func `objects cross between the containers in both directions`() throws {
    // guide: both
    let graph = try Plan(Garage.self, modules: [ParkingModule(), FactoryModule()]).build()

    // The shared object of the graph is a value for Factory: it takes the place of the factory's own object.
    let garage = graph.root
    FactoryKit.Container.shared.garage.register { garage }
    // end

    #expect(garage.enter("B 42") == "open for B 42")
    #expect(FactoryKit.Container.shared.garage() === garage)
  }
}
