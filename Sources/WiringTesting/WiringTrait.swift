public import Testing
public import Wiring

/// A trait that builds a graph for each test, replaces bindings in it, or monitors its objects.
///
/// ```swift
/// @Test(.wired(App.self, modules: appModules) { $0.replace((any Clock).self, with: FixedClock()) }, .forbidExternal)
/// func addsNote() async throws {
///   let app = try Wired.resolve(App.self)
///   …
/// }
/// ```
///
/// The trait of a suite applies to each of its tests. Each test has a separate graph, so that tests share no objects and can
/// run in parallel. The traits of a test are applied after those of its suite, and take precedence.
///
/// ## Topics
///
/// ### Building the graph
///
/// - ``Testing/Trait/wired(_:modules:context:profile:file:line:column:overrides:)``
/// - ``Testing/Trait/wired(modules:context:profile:overrides:)``
///
/// ### Replacing bindings
///
/// - ``Testing/Trait/replacing(_:named:with:file:line:column:)``
/// - ``Testing/Trait/replacing(_:named:main:file:line:column:)``
/// - ``Testing/Trait/replacing(module:with:file:line:column:)``
/// - ``Testing/Trait/overriding(_:)``
///
/// ### Monitoring objects
///
/// - ``Testing/Trait/forbidExternal``
/// - ``Testing/Trait/forbidExternal(except:)``
/// - ``Testing/Trait/checksForLeaks``
public struct WiringTrait: TestTrait, SuiteTrait, TestScoping {
  private let apply: @Sendable (inout TestConfiguration) -> Void

  init(_ apply: @escaping @Sendable (inout TestConfiguration) -> Void) {
    self.apply = apply
  }

  /// Whether the trait of a suite applies to each of its tests; always true.
  public var isRecursive: Bool { true }

  /// Runs a test in its graph.
  ///
  /// The first trait of a test applies all of them, those of its suite included: separate graphs would create objects that
  /// the next trait replaces.
  ///
  /// With an invalid plan the test does not run; each problem is an issue at the line of its binding, or at the test if the
  /// file is not found.
  ///
  /// - Throws: The error of the test; before it runs, ``NoGraphError`` for overrides without a graph, and the errors of eager
  ///   factories.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    guard !TestConfiguration.isApplied else { return try await function() }
    var configuration = TestConfiguration()
    for case let trait as WiringTrait in test.traits { trait.apply(&configuration) }
    try await configuration.run(function)
  }
}

extension Trait where Self == WiringTrait {
  /// Builds a graph for each test, with an entry point that the modules must provide.
  ///
  /// The plan is validated and eager objects are created before the test runs. The entry point, like all other objects, is
  /// created when the test resolves it: `try await Wired.resolveAsync(App.self)`. During the test, the graph is the
  /// `CurrentGraph`.
  ///
  /// The modules, the definitions and the overrides are evaluated for each test. Where both a suite and a test have this
  /// trait, the test has its own modules, and the overrides of both.
  public static func wired<Root>(
    _ root: Root.Type, modules: @autoclosure @escaping @Sendable () -> [any Module],
    context: @autoclosure @escaping @Sendable () -> Definitions = .none, profile: Profile = .test,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column,
    overrides: @escaping @Sendable (inout Overrides) -> Void = { _ in }
  ) -> Self {
    WiringTrait { configuration in
      configuration.plan = TestPlan(
        modules: modules, context: context, profile: profile,
        entry: { binder in binder.root(Root.self, file: file, line: line, column: column) })
      configuration.overrides.append(overrides)
    }
  }

  /// Builds a graph without an entry point for each test, for tests of the modules themselves.
  public static func wired(
    modules: @autoclosure @escaping @Sendable () -> [any Module],
    context: @autoclosure @escaping @Sendable () -> Definitions = .none, profile: Profile = .test,
    overrides: @escaping @Sendable (inout Overrides) -> Void = { _ in }
  ) -> Self {
    WiringTrait { configuration in
      configuration.plan = TestPlan(modules: modules, context: context, profile: profile, entry: { _ in })
      configuration.overrides.append(overrides)
    }
  }

  // MARK: Replacing bindings

  /// Replaces the object of a type in the graphs of a test or suite. Like all replacements here, the value is evaluated for
  /// each test, so that tests do not share it.
  public static func replacing<Value: Sendable>(
    _ type: Value.Type = Value.self, named key: Key<Value> = .unqualified,
    with value: @autoclosure @escaping @Sendable () -> Value,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) -> Self {
    overriding { $0.replace(Value.self, with: value(), file: file, line: line, column: column).named(key) }
  }

  /// Replaces the object of a type by one that stays on the main actor, in the graphs of a test or suite.
  public static func replacing<Value>(
    _ type: Value.Type = Value.self, named key: Key<Value> = .unqualified,
    main value: @autoclosure @escaping @MainActor () -> Value,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) -> Self {
    overriding { $0.main.bind(Value.self, to: value(), file: file, line: line, column: column).named(key) }
  }

  /// Replaces a module, with all of its bindings, in the graphs of a test or suite.
  public static func replacing<Replaced: Module>(
    module: Replaced.Type, with replacement: @autoclosure @escaping @Sendable () -> any Module,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) -> Self {
    overriding { $0.replace(module: Replaced.self, with: replacement(), file: file, line: line, column: column) }
  }

  /// Replaces several bindings in the graphs of a test or suite, or replaces them by factories.
  ///
  /// Where a test and its suite replace the same key or module, the test takes precedence.
  public static func overriding(_ overrides: @escaping @Sendable (inout Overrides) -> Void) -> Self {
    WiringTrait { $0.overrides.append(overrides) }
  }

  // MARK: Monitoring objects

  /// Records an issue for every object with external access, which is one whose binding has `.external("the file system")`.
  ///
  /// This applies to every graph that is built in the test, also by the code under test, and to objects that are created
  /// later through a handle. The issue has the path from a root to the binding:
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
    WiringTrait { $0.allowedTypes = $0.allowedTypes ?? [] }
  }

  /// Records an issue for every object with external access, except for the types that are allowed.
  public static func forbidExternal(except types: any Any.Type...) -> Self {
    WiringTrait { $0.allowedTypes = ($0.allowedTypes ?? []) + types }
  }

  /// Records an issue for every shared object that outlives the test's graph, because another object retains it, or a
  /// reference cycle does.
  ///
  /// Only objects of classes and actors are checked. A task that the test starts and does not await retains the whole graph.
  public static var checksForLeaks: Self {
    WiringTrait { $0.checksForLeaks = true }
  }
}
