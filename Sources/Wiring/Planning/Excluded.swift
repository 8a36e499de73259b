/// A declaration that does not stand in the plan.
struct Excluded: Sendable {
  enum Reason: Sendable {
    /// A condition does not hold; the text says which.
    case condition(String)
    /// The module that declares it was replaced.
    case moduleReplaced(any Module.Type, by: any Module.Type)
    /// An override took its place.
    case replaced
    /// It is a default, and somebody else binds the key.
    case defaultNotNeeded
    /// A definition says what the key stands for.
    case defined(at: SourceLocation)
    /// It is a component, and a module binds its type.
    case bound(at: SourceLocation)
  }

  let declaration: Declaration
  let reason: Reason

  /// Whether somebody who asks for a key misses this: as its own key, or as what a definition could be had as.
  func isOf(_ key: AnyKey, _ conformances: Conformances) -> Bool {
    if declaration.key == key { return true }
    guard case .condition = reason, let offer = declaration.offer else { return false }
    return offer.answers(to: key.qualifier) && offer.provides(key.type, conformances)
  }
}
