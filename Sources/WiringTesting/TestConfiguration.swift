import Testing
import Wiring

/// The combined configuration of all traits of a test.
struct TestConfiguration: Sendable {
  typealias Change = @Sendable (inout Overrides) -> Void

  /// Whether a trait has already applied all traits of the running test.
  @TaskLocal static var isApplied = false

  /// The plan of the graph: that of the nearest trait.
  var plan: TestPlan?
  /// The overrides of all traits, the nearest one last.
  var overrides: [Change] = []
  /// The types that are allowed external access; `nil` for all types.
  var allowedTypes: [any Any.Type]?
  var checksForLeaks = false

  /// Runs a test. If its plan is invalid, records an issue for each problem instead.
  func run(_ function: @concurrent @Sendable () async throws -> Void) async throws {
    let monitor = allowedTypes.map(ExternalAccessMonitor.init)
    defer { monitor?.recordIssuesOutsideTests() }
    let leaks = try await Self.$isApplied.withValue(true) {
      try await ExternalAccess.$observer.withValue(monitor) { try await runInGraph(function) }
    }
    // The graph is deallocated by now, so that survivors are retained by something else; its objects of the main actor are
    // released there, before this.
    if leaks != nil { await MainActor.run {} }
    let cause =
      leaks?.isGraphInUse == true
      ? "the graph still exists, since a scope of it is open, or since something retains the graph"
      : "an object that outlives the graph retains it, or a reference cycle does"
    for survivor in leaks?.survivors ?? [] {
      Issue.record(
        "\(survivor): \(cause)",
        at: survivor.location, orAt: Test.current)
    }
  }

  private func runInGraph(_ function: @concurrent @Sendable () async throws -> Void) async throws -> LeakCheck? {
    guard let plan else {
      guard overrides.isEmpty, !checksForLeaks else { throw NoGraphError() }
      try await function()
      return nil
    }
    let valid: Plan<Wired>
    do {
      valid = try plan.plan(overrides)
    } catch {
      guard let test = Test.current else { throw error }
      Issue.record(error.problems, orAt: test.sourceLocation)
      return nil
    }
    // No code of the test asks for it.
    let graph = try await valid.buildAsync(file: "", line: 0, column: 0)
    try await Wired.$current.withValue(graph) { try await graph.perform(function) }
    return checksForLeaks ? graph.leakCheck() : nil
  }
}

/// The modules, definitions and entry point of a test's graph.
struct TestPlan: Sendable {
  /// The modules, evaluated for each test, so that tests do not share fakes.
  let modules: @Sendable () -> [any Module]
  var context: @Sendable () -> Definitions = { .none }
  let profile: Profile
  /// Declares the entry point, if there is one.
  let entry: @Sendable (inout Binder) -> Void

  /// Creates the plan. Later overrides take precedence.
  func plan(_ overrides: [TestConfiguration.Change]) throws(WiringError) -> Plan<Wired> {
    try Plan(
      Wired.self, modules: modules() + [TestModule(entry: entry)], context: context(), profile: profile
    ) { merged in
      for change in overrides { merged.layer(change) }
    }
  }
}

/// The additional bindings of a test: a root without dependencies, and the entry point, which is validated with the plan
/// and created when the test resolves it.
private struct TestModule: Module {
  let entry: @Sendable (inout Binder) -> Void

  func configure(_ binder: inout Binder) {
    binder.bind(Wired.self, to: Wired())
    entry(&binder)
  }
}
