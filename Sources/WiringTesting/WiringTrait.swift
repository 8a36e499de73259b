public import Testing
public import Wiring

/// Gives each test a graph of its own, and watches over it.
///
/// ```swift
/// @Test(.wired(App.self, modules: appModules) { $0.replace((any Clock).self, with: FixedClock()) }, .forbidExternal)
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
/// - ``Testing/Trait/forbidExternal``
/// - ``Testing/Trait/forbidExternal(except:)``
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

extension Trait where Self == WiringTrait {
  /// Gives each test a graph of modules, with an entry point that they must provide.
  ///
  /// The graph is proved and linked, and what is eager in it is made, before the test runs; the entry point, like
  /// everything else, when the test asks for it: `try await Wired.resolve(App.self)`. During the test it is the
  /// `CurrentGraph`.
  ///
  /// A test that is wired inside of a suite that is wired has its own modules, and the overrides of both.
  ///
  /// - Parameters:
  ///   - root: The type of the entry point.
  ///   - modules: The modules; evaluated for each test.
  ///   - context: Definitions that go with them; none unless told. Evaluated for each test.
  ///   - profile: What the program is run for.
  ///   - file: The place of the call.
  ///   - line: The place of the call.
  ///   - column: The place of the call.
  ///   - overrides: What to replace; run for each test.
  /// - Returns: The trait.
  public static func wired<Root>(
    _ root: Root.Type, modules: @autoclosure @escaping @Sendable () -> [any Module],
    context: @autoclosure @escaping @Sendable () -> Definitions = .none, profile: Profile = .test,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column,
    overrides: @escaping @Sendable (inout Overrides) -> Void = { _ in }
  ) -> Self {
    WiringTrait { wiring in
      wiring.plan = TestPlan(
        modules: modules, context: context, profile: profile,
        entry: { binder in binder.root(Root.self, file: file, line: line, column: column) })
      wiring.overrides.append(overrides)
    }
  }

  /// Gives each test a graph of modules, for tests of the modules themselves.
  ///
  /// - Parameters:
  ///   - modules: The modules; evaluated for each test.
  ///   - context: Definitions that go with them; none unless told. Evaluated for each test.
  ///   - profile: What the program is run for.
  ///   - overrides: What to replace; run for each test.
  /// - Returns: The trait.
  public static func wired(
    modules: @autoclosure @escaping @Sendable () -> [any Module],
    context: @autoclosure @escaping @Sendable () -> Definitions = .none, profile: Profile = .test,
    overrides: @escaping @Sendable (inout Overrides) -> Void = { _ in }
  ) -> Self {
    WiringTrait { wiring in
      wiring.plan = TestPlan(modules: modules, context: context, profile: profile, entry: { _ in })
      wiring.overrides.append(overrides)
    }
  }
}

extension Trait where Self == WiringTrait {
  /// Replaces the object of a type in the graphs of a test or suite.
  ///
  /// - Parameters:
  ///   - type: The type whose binding is replaced.
  ///   - value: What all consumers get instead; evaluated for each test, so that tests do not share it.
  ///   - file: The place of the call.
  ///   - line: The place of the call.
  ///   - column: The place of the call.
  /// - Returns: The trait.
  public static func replacing<Value: Sendable>(
    _ type: Value.Type, with value: @autoclosure @escaping @Sendable () -> Value,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) -> Self {
    overriding { $0.replace(Value.self, with: value(), file: file, line: line, column: column) }
  }

  /// Replaces the object of a qualified key in the graphs of a test or suite.
  ///
  /// - Parameters:
  ///   - key: The key whose binding is replaced.
  ///   - value: What all consumers get instead; evaluated for each test, so that tests do not share it.
  ///   - file: The place of the call.
  ///   - line: The place of the call.
  ///   - column: The place of the call.
  /// - Returns: The trait.
  public static func replacing<Value: Sendable>(
    _ key: Key<Value>, with value: @autoclosure @escaping @Sendable () -> Value,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) -> Self {
    overriding { $0.replace(key, with: value(), file: file, line: line, column: column) }
  }

  /// Replaces a module in the graphs of a test or suite: its bindings go, those of the other come.
  ///
  /// - Parameters:
  ///   - module: The module that goes.
  ///   - replacement: The module that comes; evaluated for each test.
  ///   - file: The place of the call.
  ///   - line: The place of the call.
  ///   - column: The place of the call.
  /// - Returns: The trait.
  public static func replacing<Replaced: Module>(
    module: Replaced.Type, with replacement: @autoclosure @escaping @Sendable () -> any Module,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) -> Self {
    overriding { $0.replace(module: Replaced.self, with: replacement(), file: file, line: line, column: column) }
  }

  /// Replaces several things in the graphs of a test or suite, or replaces them by factories.
  ///
  /// Of a test and its suite that replace the same key or module, the test wins.
  ///
  /// - Parameter overrides: What to replace; run for each test.
  /// - Returns: The trait.
  public static func overriding(_ overrides: @escaping @Sendable (inout Overrides) -> Void) -> Self {
    WiringTrait { $0.overrides.append(overrides) }
  }
}

extension Trait where Self == WiringTrait {
  /// Makes an issue of every object that reaches outside the process: one whose binding says `.external("the file system")`.
  ///
  /// It counts for every graph that is built in the test, also by the code under test, and for objects that are made later
  /// through a handle. The issue names the way from a root to the binding:
  ///
  /// ```
  /// forbidden: 'any NoteRepository' reaches the file system
  ///
  ///   App → NoteList → any NoteRepository
  ///
  ///   bound by   any NoteRepository (StoreSettings)  Notes/PersistenceModule.swift:14
  ///   required from root App · modules PersistenceModule
  ///
  ///   fix        replace it: .replacing((any NoteRepository).self, with: …)
  ///   fix        or let the test reach the file system: .forbidExternal(except: (any NoteRepository).self)
  /// ```
  public static var forbidExternal: Self {
    forbidExternal(exceptTypes: [])
  }

  /// Makes an issue of every object that reaches outside the process, but for those that the test asks for.
  ///
  /// - Parameter types: The types that may; a test adds to what its suite allows.
  /// - Returns: The trait.
  public static func forbidExternal(except types: any Any.Type...) -> Self {
    forbidExternal(exceptTypes: types)
  }

  private static func forbidExternal(exceptTypes types: [any Any.Type]) -> Self {
    WiringTrait { $0.allowedTypes = ($0.allowedTypes ?? []) + types }
  }

  /// Makes an issue of every shared object of the test's graph that is still there when the test and its graph are over:
  /// somebody who outlives the graph keeps it, or a circle of references does.
  ///
  /// It sees objects of classes and actors. A task that the test started and did not await keeps the whole graph.
  public static var checksForLeaks: Self {
    WiringTrait { $0.checksForLeaks = true }
  }
}
