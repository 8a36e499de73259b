/// The scopes in which an object never leaves the resolution that made it, so that its type need not be `Sendable`.
public struct UnsharedScope: Sendable, Hashable {
  @usableFromInline let scope: Scope

  /// A new object for every consumer; see ``Scope/transient``.
  public static let transient = UnsharedScope(scope: .transient)
  /// One object per resolution; see ``Scope/graph``.
  public static let graph = UnsharedScope(scope: .graph)
}
