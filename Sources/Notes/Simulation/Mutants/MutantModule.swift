import Wiring

/// Binds what a mutant puts around rules.
struct MutantModule: Module {
  let declare: @Sendable (Binder) -> Void

  func configure(_ binder: inout Binder) {
    declare(binder)
  }
}
