import Wiring

/// Binds the commands. It needs the view-models and a ``Terminal``.
package struct CLIModule: Module {
  package init() {}

  package func configure(_ binder: inout Binder) {
    binder.main.bind(Front.init)
    binder.bind((any Terminal).self, StandardOutput.init)
  }
}
