import Wiring

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
