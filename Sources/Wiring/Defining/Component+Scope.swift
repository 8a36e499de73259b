extension Component {
  /// The scope of an attribute, if objects of the type can live that long: the compiler refuses the others.
  ///
  /// - Parameters:
  ///   - scope: How long the objects live.
  ///   - type: Their type, which need not be `Sendable`.
  /// - Returns: The scope.
  public static func scope<Value>(_ scope: UnsharedScope, of type: Value.Type) -> Scope {
    scope.scope
  }

  /// The scope of an attribute, if objects of the type can live that long: the compiler refuses the others.
  ///
  /// - Parameters:
  ///   - scope: How long the objects live.
  ///   - type: Their type.
  /// - Returns: The scope.
  @_disfavoredOverload  // A scope that both know shall not ask for `Sendable`.
  public static func scope<Value: Sendable>(_ scope: Scope, of type: Value.Type) -> Scope {
    scope
  }
}
