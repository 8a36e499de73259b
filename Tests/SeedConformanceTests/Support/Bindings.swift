import Wiring

/// A module from a closure, so that a test reads top to bottom.
struct Bindings: Module {
  private let bindings: @Sendable (inout Binder) -> Void

  init(_ bindings: @escaping @Sendable (inout Binder) -> Void) {
    self.bindings = bindings
  }

  func configure(_ binder: inout Binder) {
    bindings(&binder)
  }
}

/// The one place that makes a plan from a closure.
func plan<Root>(
  _ root: Root.Type, defaultScope: UnsharedScope = .transient, overrides: (inout Overrides) -> Void = { _ in },
  _ bindings: @escaping @Sendable (inout Binder) -> Void
) throws -> Plan<Root> {
  try Plan(root, modules: [Bindings(bindings)], defaultScope: defaultScope, overrides: overrides)
}
