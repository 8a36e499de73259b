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
  var exceptions: [any Any.Type]?
  var checksForLeaks = false

  /// Runs a test.
  func run(_ function: @concurrent @Sendable () async throws -> Void) async throws {
    let watch = exceptions.map(RealityWatch.init)
    defer { watch?.reportWhatOthersMade() }
    let leaks = try await Self.$isApplied.withValue(true) {
      try await Reality.$observer.withValue(watch) { try await runInGraph(function) }
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
