import Wiring

/// A module from a closure, so that a test reads from top to bottom.
struct TestModule<Tag>: Module {
  private let bindings: @Sendable (inout Binder) -> Void

  init(_ bindings: @escaping @Sendable (inout Binder) -> Void) {
    self.bindings = bindings
  }

  func configure(_ binder: inout Binder) {
    bindings(&binder)
  }
}

typealias Bindings = TestModule<Never>
typealias MoreBindings = TestModule<Void>

/// The root of a graph from which a test resolves everything by type, as the users of most peers do.
struct NoRoot: Sendable {}

/// Creates a plan from a closure, without an entry point.
func plan(
  profile: Profile = .production, defaultScope: UnsharedScope = .transient,
  overrides: (inout Overrides) -> Void = { _ in }, _ bindings: @escaping @Sendable (inout Binder) -> Void
) throws(WiringError) -> Plan<NoRoot> {
  let module = Bindings { binder in
    binder.bind(NoRoot.init)
    bindings(&binder)
  }
  return try Plan(
    NoRoot.self, modules: [module], profile: profile, defaultScope: defaultScope, overrides: overrides)
}

/// Returns the problems for which a plan is refused; none for a valid plan.
func problems<Root>(of plan: @autoclosure () throws(WiringError) -> Plan<Root>) -> [Problem] {
  do throws(WiringError) {
    _ = try plan()
    return []
  } catch {
    return error.problems
  }
}

/// Returns the ids of the problems for which a plan is refused; none for a valid plan.
func problemCodes<Root>(of plan: @autoclosure () throws(WiringError) -> Plan<Root>) -> [Problem.Code] {
  problems(of: try plan()).map(\.code)
}
