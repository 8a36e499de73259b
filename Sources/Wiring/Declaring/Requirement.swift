/// A key that a module asks for: as an entry point, or from other modules.
struct Requirement: Sendable {
  let dependency: Dependency
  let site: CallSite
  /// The position of the module that asks; `nil` for the plan itself.
  let module: Int?

  var key: AnyKey { dependency.key }
}
