import Dispatch
import Foundation
import Testing
import Wiring

/// What the article's container does, and what it leaves to others.
@Suite("D · Dependency injection in Swift: the container")
struct DependencyInjectionContainerTests {
  @Test("D11 · register")
  func register() throws {
    let declared = try plan(ClientObject.self) { binder in
      binder.bind(DependencyObject.init)
      binder.bind(ClientObject.init)
    }
    let keys = declared.description.bindings.map { "\($0.key)" }
    #expect(Set(keys).isSuperset(of: ["DependencyObject", "ClientObject"]))
    let error = #expect(throws: WiringError.self) { try plan(ClientObject.self) { $0.bind(ClientObject.init) } }
    #expect(error?.problems.map(\.code) == [.missing])
  }

  struct Link<Inner>: Sendable where Inner: Sendable {
    let inner: Inner
  }

  typealias Chain = Link<Link<Link<DependencyObject>>>

  @Test("D12 · resolve makes all dependencies, at whatever distance")
  func resolve() throws {
    let container = try plan(Int.self) { binder in
      binder.bind(Int.self, to: 0)
      binder.bind(DependencyObject.init).scoped(.singleton)
      binder.bind(Link<DependencyObject>.init)
      binder.bind(Link<Link<DependencyObject>>.init)
      binder.bind(Chain.init)
    }.build()
    #expect(try container.resolve(Chain.self).inner.inner.inner === container.resolve(DependencyObject.self))
  }

  // guide: visit
  /// What was disposed of, in order.
  actor Log {
    private(set) var all: [String] = []

    func note(_ line: String) { all.append(line) }
  }

  /// Holds an object of the container.
  final class Owner: Sendable {
    let object: DependencyObject
    init(object: DependencyObject) { self.object = object }
  }

  struct Visitor: Sendable {
    let name: String
  }

  /// An object of a visit that holds one of the container.
  struct Visit: Sendable {
    let visitor: Visitor
    let object: DependencyObject
  }
  // end

  @Test("D13 · dispose at the end of the life cycle: awaited, in reverse order, per scope")
  func dispose() async throws {
    let log = Log()
    let container = try plan(DependencyObject.self) { binder in
      // guide: dispose
      binder.scope(.visit)
      binder.bind(DependencyObject.init).scoped(.singleton).onStop { _ in
        await Task.yield()
        await log.note("object")
      }
      binder.bind(Owner.init).scoped(.singleton).onStop { _ in await log.note("owner") }
      binder.bind(Visit.init).scoped(in: .visit).onStop { visit in await log.note(visit.visitor.name) }
      // end
    }.build()
    _ = try container.resolve(Owner.self)
    let visits = try (
      container.open(.visit, with: Visitor(name: "Ada")), container.open(.visit, with: Visitor(name: "Bo"))
    )
    let held = try (visits.0.resolve(Visit.self), visits.1.resolve(Visit.self))
    #expect(held.0.object === container.root && held.1.object === container.root)
    try await visits.0.stop()
    #expect(await log.all == ["Ada"])
    try await container.stop()
    // The visit that is still open holds an object of the container, and is stopped before it.
    #expect(await log.all == ["Ada", "Bo", "owner", "object"])
  }

  /// Asks a container, whichever it is.
  struct ViewModelMaker {
    let container: any Resolving

    func make() throws -> ClientObject { ClientObject(dependencyObject: try container.resolve()) }
  }

  /// The article's own container, by name and unchecked, behind the same protocol.
  struct NamedComponents: Resolving {
    struct MissingError: Error {}
    let components: [String: any Sendable]

    func resolve<Value>(_ type: Value.Type, named key: Key<Value>) throws -> Value {
      guard let component = components["\(Value.self)"] as? Value else { throw MissingError() }
      return component
    }
  }

  @Test("D14 · the container is itself a protocol")
  func containerProtocol() throws {
    let object = DependencyObject()
    let container = try plan(DependencyObject.self) { $0.bind(DependencyObject.self, to: object) }.build()
    let containers: [any Resolving] = [container, NamedComponents(components: ["DependencyObject": object])]
    for container in containers {
      #expect(try ViewModelMaker(container: container).make().dependencyObject === object)
    }
    #expect(throws: NamedComponents.MissingError.self) {
      try ViewModelMaker(container: NamedComponents(components: [:])).make()
    }
    // Registering is a protocol of its own, `Module`: what is registered is checked before anything is resolved, so that
    // what resolves cannot register.
    let modules: [any Module] = [Bindings { $0.bind(DependencyObject.init) }, Bindings { $0.bind(ClientObject.init) }]
    let registered: any Resolving = try Plan(ClientObject.self, modules: modules).build()
    #expect(try ViewModelMaker(container: registered).make().dependencyObject !== object)
  }

  @Test("D15 · a ready instance is registered")
  func instance() throws {
    // guide: instance
    let component = DependencyObject()
    let components = Bindings { $0.bind(DependencyObject.self, to: component) }
    let container = try Plan(DependencyObject.self, modules: [components]).build()
    #expect(container.root === component)
    // end
    #expect(try container.resolve(DependencyObject.self) === component)
  }

  @Test("D16 · resolve returns an optional, or throws what is missing")
  func optional() throws {
    let container = try plan(DependencyObject.self) { $0.bind(DependencyObject.init).scoped(.singleton) }.build()
    // guide: optional
    let there = try container.resolve(ifBound: DependencyObject.self)
    let notThere = try container.resolve(ifBound: (any Networking).self)
    #expect(there != nil && notThere == nil)
    #expect(throws: ResolutionError.self) { try container.resolve((any Networking).self) }
    // end
    #expect(there === container.root)
  }

  @Test("D17 · style 1: resolve outside, and pass in")
  func outside() throws {
    let container = try plan(DependencyObject.self) { $0.bind(DependencyObject.init).scoped(.singleton) }.build()
    // guide: outside
    let object = try container.resolve(DependencyObject.self)
    let viewModel = ClientObject(dependencyObject: object)
    // end
    #expect(viewModel.dependencyObject === container.root)
  }

  // guide: default
  struct ViewModel {
    let dependencyObject: DependencyObject

    init(dependencyObject: DependencyObject = injected(DependencyObject.self, or: DependencyObject())) {
      self.dependencyObject = dependencyObject
    }
  }
  // end

  @Test("D18 · style 2: resolve in the default value of a parameter, from the current container only")
  func defaultValue() throws {
    let bindings: @Sendable (inout Binder) -> Void = { $0.bind(DependencyObject.init).scoped(.singleton) }
    let (container, other) = (
      try plan(DependencyObject.self, bindings).build(), try plan(DependencyObject.self, bindings).build()
    )
    // guide: perform
    let viewModel = container.perform { ViewModel() }
    // end
    #expect(viewModel.dependencyObject === container.root)
    #expect(other.perform { ViewModel() }.dependencyObject === other.root)
    let outside = ViewModel().dependencyObject
    #expect(outside !== container.root && outside !== other.root)
    #expect(container.perform { ViewModel(dependencyObject: outside) }.dependencyObject === outside)
  }

  // guide: scene
  struct Scene: Decodable {  // made by a decoder, as it would be by a storyboard
    let title: String
    var client = Injected<DependencyObject>()

    private enum CodingKeys: CodingKey { case title }
  }
  // end

  @Test("D19 · thread safety, objects that the framework creates, and autowiring by types")
  func gaps() throws {
    let made = Counter()
    let container = try plan(DependencyObject.self) { binder in
      binder.bind(DependencyObject.self) {
        made.increment()
        return DependencyObject()
      }.scoped(.singleton)
      // The types of the initializer's parameters are the dependencies.
      binder.bind(ClientObject.init)
      // guide: injector
      binder.injector(for: Scene.self) { (scene: inout Scene, client: DependencyObject) in scene.client.fill(client) }
      // end
    }.build()
    let failures = Counter()
    DispatchQueue.concurrentPerform(iterations: 64) { _ in
      guard let client = try? container.resolve(ClientObject.self), client.dependencyObject === container.root else {
        failures.increment()
        return
      }
    }
    #expect(made.value == 1 && failures.value == 0)
    // guide: inject
    var scene = try JSONDecoder().decode(Scene.self, from: Data(#"{"title": "Main"}"#.utf8))
    try container.inject(into: &scene)
    let client = try scene.client()
    // end
    #expect(client === container.root && scene.title == "Main")
  }
}

private typealias Visitor = DependencyInjectionContainerTests.Visitor

// guide: visit-scope
extension CustomScope where Context == Visitor {
  fileprivate static var visit: Self { CustomScope("visit") }
}
// end
