public import Testing
public import Wiring

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
