/// A binding that was just declared, for modifiers.
///
/// ```swift
/// binder.bind(Report.self, Report.init).from(.cache, .unqualified).scoped(.singleton)
/// ```
public struct BindingBuilder<Value, each Parameter> {
  let list: DeclarationList
  let index: Int

  @usableFromInline
  init(list: DeclarationList, index: Int) {
    self.list = list
    self.index = index
  }

  /// Says how long the object lives. Without it, an object is ``Scope/transient``.
  ///
  /// - Parameter scope: The scope; an object whose type is not `Sendable` cannot be shared between resolutions.
  /// - Returns: The binding, for more modifiers.
  @discardableResult
  public func scoped(_ scope: UnsharedScope) -> Self {
    set(scope.scope)
  }

  /// Says which keys the parameters are, in order, where a type alone does not.
  ///
  /// - Parameter keys: One key per parameter; ``Key/unqualified`` for a parameter that is its type alone.
  /// - Returns: The binding, for more modifiers.
  @discardableResult
  public func from(_ keys: repeat Key<each Parameter>) -> Self {
    var dependencies: [Dependency] = []
    for key in repeat each keys {
      dependencies.append(dependency(key))
    }
    list.declarations[index].dependencies = dependencies
    return self
  }

  private func dependency<Type>(_ key: Key<Type>) -> Dependency {
    Dependency(Type.self, qualifier: key.qualifier)
  }

  fileprivate func set(_ scope: Scope) -> Self {
    list.declarations[index].scope = scope
    list.declarations[index].hasChosenScope = true
    return self
  }
}

extension BindingBuilder where Value: Sendable {
  /// Says how long the object lives. Without it, an object is ``Scope/transient``.
  ///
  /// - Parameter scope: The scope.
  /// - Returns: The binding, for more modifiers.
  @discardableResult
  @_disfavoredOverload  // A scope that both overloads know shall not ask for `Sendable`.
  public func scoped(_ scope: Scope) -> Self {
    set(scope)
  }
}
