/// A binding that was just declared, for modifiers.
///
/// ```swift
/// binder.bind(Report.self, Report.init).from(.cache, .unqualified).scoped(.singleton)
/// ```
///
/// ## Topics
/// ### Lifetime
/// - ``scoped(_:)-(UnsharedScope)``
/// - ``scoped(_:)-(Scope)``
/// - ``scoped(in:)``
/// - ``lazy(_:)``
/// - ``eager()``
/// ### Dependencies
/// - ``from(_:)``
/// - ``then(_:)``
/// - ``property(_:)``
/// - ``calling(_:)``
/// ### Choosing between bindings
/// - ``when(_:)-(Profile...)``
/// - ``unless(_:)``
/// - ``when(_:_:)``
/// - ``byDefault()``
/// ### Starting and stopping
/// - ``onStart(within:_:)``
/// - ``onStop(within:_:)``
/// ### Testing
/// - ``real(_:)``
public struct BindingBuilder<Value, each Parameter> {
  let list: DeclarationList
  @usableFromInline let index: Int

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
    // Those of later steps stay.
    list.declarations[index].dependencies.replaceSubrange(..<dependencies.count, with: dependencies)
    return self
  }

  private func dependency<Type>(_ key: Key<Type>) -> Dependency {
    Dependency(Type.self, qualifier: key.qualifier)
  }

  func set(_ scope: Scope) -> Self {
    let declaration = list.declarations[index]
    declaration.scope = scope
    declaration.hasChosenScope = true
    return self
  }

  @usableFromInline
  func `as`(_ role: Declaration.Role) -> Self {
    list.declarations[index].role = role
    return self
  }

  @usableFromInline
  func modified(_ modifier: Modifier) -> Self {
    list.declarations[index].modifiers.append(modifier)
    return self
  }

  /// Notes what a step of the making can throw beyond what the factory does.
  @usableFromInline
  func throwing<Failure: Error>(_ failure: Failure.Type) -> Self {
    guard failure != Never.self else { return self }
    let other = list.declarations[index].failure
    list.declarations[index].failure = other == Never.self || other == failure ? failure : (any Error).self
    return self
  }

  @usableFromInline
  func stepping(_ step: Step<Value>, _ dependencies: [Dependency]) -> Self {
    list.declarations[index].dependencies += dependencies
    return modified(.step(step))
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

  /// Says that the object lives as long as a custom scope is open.
  ///
  /// - Parameter scope: The scope, which a module declares by ``Binder/scope(_:file:line:column:)``.
  /// - Returns: The binding, for more modifiers.
  @discardableResult
  public func scoped<Context>(in scope: CustomScope<Context>) -> Self {
    set(scope.scope)
  }

  /// Has the object of a shared scope made when the graph is built, rather than when it is first needed; that of a custom
  /// scope when the opened scope starts.
  ///
  /// - Returns: The binding, for more modifiers.
  @discardableResult
  public func eager() -> Self {
    modified(.eager)
  }
}
