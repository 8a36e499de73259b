import Synchronization
import Testing
import Wiring

/// A stand-in for the class `Resolver` of the module `Resolver`, with the calls that the bridge on the page makes.
enum ResolverBridge {
  final class Resolver {
    private static let factories = Mutex<[ObjectIdentifier: @Sendable () -> Any]>([:])

    static func register<Service>(_ type: Service.Type = Service.self, factory: @escaping @Sendable () -> Service?) {
      factories.withLock { $0[ObjectIdentifier(type)] = { factory() as Any } }
    }

    static func resolve<Service>(_ type: Service.Type = Service.self) -> Service {
      guard let service = factories.withLock({ $0[ObjectIdentifier(type)] })?() as? Service else {
        fatalError("\(type) is not registered")
      }
      return service
    }
  }

  // guide: bridge
  typealias OldResolver = Resolver

  /// What Resolver still provides.
  struct ResolverModule: Module {
    let roof: any Sensor

    func configure(_ binder: inout Binder) {
      // A closure: asks Resolver when the object is needed. It has no scope, so that the one in Resolver decides.
      binder.bind((any Sensor).self) { OldResolver.resolve((any Sensor).self) }
      // A value: exists before the plan.
      binder.bind((any Sensor).self, to: roof).named(.roof)
    }
  }
  // end
}

@Suite struct WeatherStationBridgeTests {
  private typealias OldResolver = ResolverBridge.OldResolver
  private typealias ResolverModule = ResolverBridge.ResolverModule

  @Test func `objects cross between Resolver and the graph in both directions`() throws {
    // guide: both
    OldResolver.register { GroundSensor() as any Sensor }

    let graph = try Plan(WeatherStation.self, modules: [StationModule(), ResolverModule(roof: RoofSensor())]).build()

    let station = graph.root  // a shared object of the graph, handed to Resolver
    OldResolver.register { station }
    // end

    #expect(station.mean(at: 14) == 16)
    #expect(OldResolver.resolve(WeatherStation.self) === station)
  }
}
