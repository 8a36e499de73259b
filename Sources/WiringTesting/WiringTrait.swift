public import Testing

/// Gives each test a graph of its own, and watches over it.
///
/// ```swift
/// @Test(.wired(App.self, modules: appModules) { $0.replace((any Clock).self, with: FixedClock()) }, .forbidReal)
/// func addsNote() async throws {
///   let app = try await Wired.resolve(App.self)
///   …
/// }
/// ```
///
/// On a suite it counts for each test in it, and each gets a graph of its own: tests share no objects, and can run in
/// parallel. What a test says comes on top of what its suite says, and wins.
///
/// ## Topics
/// ### Making the graph
/// - ``Testing/Trait/wired(_:modules:context:profile:file:line:column:overrides:)``
/// - ``Testing/Trait/wired(modules:context:profile:overrides:)``
/// ### Replacing parts of it
/// - ``Testing/Trait/replacing(_:with:file:line:column:)-(Value.Type,_,_,_,_)``
/// - ``Testing/Trait/replacing(_:with:file:line:column:)-(Key<Value>,_,_,_,_)``
/// - ``Testing/Trait/replacing(module:with:file:line:column:)``
/// - ``Testing/Trait/overriding(_:)``
/// ### Watching it
/// - ``Testing/Trait/forbidReal``
/// - ``Testing/Trait/forbidReal(except:)``
/// - ``Testing/Trait/checksForLeaks``
public struct WiringTrait: TestTrait, SuiteTrait, TestScoping {
  private let apply: @Sendable (inout TestWiring) -> Void

  init(_ apply: @escaping @Sendable (inout TestWiring) -> Void) {
    self.apply = apply
  }

  /// Whether the trait of a suite counts for each of its tests: yes.
  public var isRecursive: Bool { true }

  /// Runs a test in its graph.
  ///
  /// The first of a test's traits speaks for all of them, its suite's included: a graph that each trait built on its own
  /// would make objects that the next trait replaces.
  ///
  /// - Parameters:
  ///   - test: The test.
  ///   - testCase: The test with one set of arguments.
  ///   - function: Runs it.
  /// - Throws: What the test throws; before that `WiringError` when the test's modules make no whole, ``NoGraphError``
  ///   when there is nothing to replace in, and what eager factories throw.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    guard !TestWiring.isApplied else { return try await function() }
    var wiring = TestWiring()
    for case let trait as WiringTrait in test.traits { trait.apply(&wiring) }
    try await wiring.run(function)
  }
}
