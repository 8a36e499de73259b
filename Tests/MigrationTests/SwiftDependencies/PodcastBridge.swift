import Synchronization
import Testing
import Wiring

/// A stand-in for swift-dependencies, with the calls that the bridge on the page makes.
struct DependencyValues: Sendable {
  var feed = FeedClient.live
  var queue = PlaybackQueue()

  fileprivate static let prepared = Mutex(DependencyValues())
  @TaskLocal fileprivate static var overridden: DependencyValues?
  fileprivate static var current: DependencyValues { overridden ?? prepared.withLock { $0 } }
}

@propertyWrapper struct Dependency<Value> {
  let wrappedValue: Value
  init(_ keyPath: KeyPath<DependencyValues, Value>) { wrappedValue = DependencyValues.current[keyPath: keyPath] }
}

func prepareDependencies(_ update: (inout DependencyValues) -> Void) {
  DependencyValues.prepared.withLock { update(&$0) }
}

func withDependencies<R>(_ update: (inout DependencyValues) -> Void, operation: () throws -> R) rethrows -> R {
  var values = DependencyValues.current
  update(&values)
  return try DependencyValues.$overridden.withValue(values, operation: operation)
}

// guide: bridge
/// What swift-dependencies still provides.
struct DependenciesModule: Module {
  func configure(_ binder: inout Binder) {
    // A closure: reads the values of the task that creates the consumer.
    binder.bind(FeedClient.self) {
      @Dependency(\.feed) var feed
      return feed
    }
    // A value: exists before the plan.
    binder.bind(FeedClient.self, to: .archive).named(.archive)
  }
}
// end

@Suite @MainActor struct PodcastBridgeTests {
  @Test func `objects cross between the libraries in both directions`() async throws {
    // guide: both
    let graph = try Plan(ShowModel.self, modules: [PodcastModule(), DependenciesModule()]).buildOnMainActor()

    // The shared object of the graph, for the features that read `@Dependency(\.queue)`. At launch, before the first one.
    let queue = try graph.resolve(PlaybackQueue.self)
    prepareDependencies { $0.queue = queue }
    // end

    try await graph.root.load("Swift")
    #expect(graph.root.titles == ["Swift 0", "Swift 1", "Swift 2"])
    @Dependency(\.queue) var old
    #expect(old === queue)
  }

  @Test func `an override of swift-dependencies reaches the objects that the graph creates inside it`() async throws {
    let graph = try Plan(ShowModel.self, modules: [PodcastModule(), DependenciesModule()]).buildOnMainActor()
    let show = try withDependencies {
      $0.feed.episodes = { _ in ["Overridden"] }
    } operation: {
      try graph.resolveOnMainActor(ShowModel.self)
    }
    try await show.load("Swift")
    #expect(show.titles == ["Swift 0", "Overridden"])
  }
}
