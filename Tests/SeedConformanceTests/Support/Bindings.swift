import Wiring

/// The one place that makes a plan from a closure.
func plan<Root>(
  _ root: Root.Type, defaultScope: UnsharedScope = .transient, overrides: (inout Overrides) -> Void = { _ in },
  _ bindings: @escaping @Sendable (inout Binder) -> Void
) throws -> Plan<Root> {
  try Plan(root, modules: [Bindings(bindings)], defaultScope: defaultScope, overrides: overrides)
}
