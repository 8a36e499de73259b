import Testing
import Wiring

/// What all traits of a test say together.
struct TestWiring: Sendable {
  typealias Change = @Sendable (inout Overrides) -> Void

  /// Whether the traits of the running test were put together already.
  @TaskLocal static var isApplied = false

  /// What the graph is made of. The nearest trait decides.
  var plan: TestPlan?
  /// What is replaced in it, the nearest last.
  var overrides: [Change] = []
  /// The types that may reach outside the process; `nil` when all may.
  var allowedTypes: [any Any.Type]?
  var checksForLeaks = false

  /// Runs a test.
  func run(_ function: @concurrent @Sendable () async throws -> Void) async throws {
    let watch = allowedTypes.map(ExternalAccessMonitor.init)
    defer { watch?.reportObjectsMadeOutsideTests() }
    let leaks = try await Self.$isApplied.withValue(true) {
      try await ExternalAccess.$observer.withValue(watch) { try await runInGraph(function) }
    }
    // The graph is gone by now: whoever is still there is held by somebody else.
    for survivor in leaks?.survivors ?? [] {
      Issue.record("\(survivor): somebody who outlives it, or a circle of references, keeps it", at: Test.current)
    }
  }

  private func runInGraph(_ function: @concurrent @Sendable () async throws -> Void) async throws -> LeakCheck? {
    guard let plan else {
      guard overrides.isEmpty, !checksForLeaks else { throw NoGraphError() }
      try await function()
      return nil
    }
    let graph = try await plan.graph(overrides)
    try await Wired.$current.withValue(graph) { try await graph.perform(function) }
    return checksForLeaks ? graph.leakCheck() : nil
  }
}

/// What the graph of a test is made of.
struct TestPlan: Sendable {
  /// Makes the modules, anew for each test, so that the fakes in them are not shared.
  let modules: @Sendable () -> [any Module]
  /// Definitions that go with them.
  var context: @Sendable () -> Definitions = { .none }
  let profile: Profile
  /// Declares the entry point, if the test has one.
  let entry: @Sendable (inout Binder) -> Void

  /// Links the graph, and makes what is eager in it.
  ///
  /// - Parameter overrides: What is replaced, the nearest last.
  func graph(_ overrides: [TestWiring.Change]) async throws -> Graph<Wired> {
    let plan = try Plan(
      Wired.self, modules: modules() + [TestModule(entry: entry)], context: context(), profile: profile
    ) { replaced in
      for change in overrides { replaced.layer(change) }
    }
    return try await plan.build()
  }
}

/// What a test adds to its modules: a root that needs nothing, and the entry point, which is proved, and made when the test
/// asks for it.
private struct TestModule: Module {
  let entry: @Sendable (inout Binder) -> Void

  func configure(_ binder: inout Binder) {
    binder.bind(Wired.self, to: Wired())
    entry(&binder)
  }
}
