/// Where a binder puts its declarations, and where the modifiers behind a `bind` find the one they belong to.
///
/// A class, so that a modifier changes the list and not a copy. It lives while modules are configured and never leaves
/// that call; what the plan keeps are the declarations.
@usableFromInline final class DeclarationList {
  @usableFromInline var declarations: [Declaration] = []
  var roots: [Requirement] = []
  var requirements: [Requirement] = []

  @inlinable
  init() {}

  @inlinable
  func append(_ declaration: Declaration) -> Int {
    declarations.append(declaration)
    return declarations.count - 1
  }
}

/// A key that a module asks for: as an entry point, or from other modules.
struct Requirement: Sendable {
  let key: AnyKey
  let accepts: Dependency
  let site: CallSite
  /// The position of the module that asks; `nil` for the plan itself.
  var module: Int?
}
