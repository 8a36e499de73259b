import Testing
import Wiring

/// A stand-in for Swinject, with the calls that the bridge on the page makes. Not `Sendable`, as there.
enum Swinject {
  protocol Resolver {
    func resolve<Service>(_ type: Service.Type) -> Service?
  }

  final class Container: Resolver {
    private var factories: [ObjectIdentifier: (any Resolver) -> Any] = [:]

    func register<Service>(_ type: Service.Type, factory: @escaping (any Resolver) -> Service) {
      factories[ObjectIdentifier(type)] = factory
    }

    func resolve<Service>(_ type: Service.Type) -> Service? { factories[ObjectIdentifier(type)]?(self) as? Service }
    func synchronize() -> any Resolver { self }
  }
}

// guide: bridge
/// What Swinject still provides. The resolver of `synchronize()` locks, although it is not marked `Sendable`.
struct SwinjectModule: Module, @unchecked Sendable {
  let resolver: any Swinject.Resolver
  let depot: any ArtworkArchive

  struct NotRegistered: Error {}

  func configure(_ binder: inout Binder) {
    // A closure: asks Swinject on first use. The plan does not see what Swinject needs for it.
    binder.bind((any ArtworkArchive).self) {
      guard let archive = resolver.resolve((any ArtworkArchive).self) else { throw NotRegistered() }
      return archive
    }.scoped(.singleton)
    // A value: exists before the plan.
    binder.bind((any ArtworkArchive).self, to: depot).named(.depot)
  }
}
// end

@Suite struct MuseumBridgeTests {
  @Test func `objects cross between the containers in both directions`() throws {
    // guide: both
    let container = Swinject.Container()
    container.register((any ArtworkArchive).self) { _ in GalleryArchive() }

    let swinject = SwinjectModule(resolver: container.synchronize(), depot: DepotArchive())
    let museum = try Plan(Catalogue.self, modules: [MuseumModule(), swinject]).build()

    let catalogue = museum.root  // a shared object of the graph, handed to Swinject
    container.register(Catalogue.self) { _ in catalogue }
    // end

    #expect(catalogue.title(of: 1) == "Painting")
    #expect(catalogue.title(of: 10) == "Sketch")
    #expect(container.resolve(Catalogue.self) === catalogue)
  }

  @Test func `a registration that Swinject lacks is an error at first use`() throws {
    let swinject = SwinjectModule(resolver: Swinject.Container().synchronize(), depot: DepotArchive())
    let plan = try Plan(Catalogue.self, modules: [MuseumModule(), swinject])
    #expect(throws: SwinjectModule.NotRegistered.self) { try plan.build() }
  }
}
