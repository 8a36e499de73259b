/// Where a binder puts its declarations, and where the modifiers behind a `bind` find the one they belong to.
///
/// A class, so that a modifier changes the list and not a copy. It lives while modules are configured and never leaves
/// that call; what the plan keeps are the declarations.
@usableFromInline final class DeclarationList {
  @exclusivity(unchecked) @usableFromInline var declarations: [Declaration] = []
  /// The module that declares now.
  @exclusivity(unchecked) @usableFromInline var module = -1
  var roots: [Requirement] = []
  var requirements: [Requirement] = []
  /// Types of which there may be none, where a list of them is asked for.
  var collections: [AnyKey] = []
  let profile: Profile

  init(profile: Profile) {
    self.profile = profile
  }

  @inlinable
  func append(_ declaration: Declaration) -> Int {
    declaration.module = module
    declarations.append(declaration)
    return declarations.count - 1
  }
}
