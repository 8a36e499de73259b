import Wiring

/// A module from a closure.
struct Bindings: Module {
  let bindings: @Sendable (inout Binder) -> Void

  init(_ bindings: @escaping @Sendable (inout Binder) -> Void) {
    self.bindings = bindings
  }

  func configure(_ binder: inout Binder) {
    bindings(&binder)
  }
}
