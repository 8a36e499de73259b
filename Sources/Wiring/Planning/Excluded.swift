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
}
