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
/// - ``external(_:)``
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

extension BindingBuilder {
  /// Lets the binding stand in these profiles only.
  ///
  /// - Parameter profiles: The profiles.
  /// - Returns: The binding, for more modifiers.
  @discardableResult
  public func when(_ profiles: Profile...) -> Self {
    when(profiles)
  }

  func when(_ profiles: [Profile]) -> Self {
    let names = profiles.map { "'\($0)'" }.joined(separator: ", ")
    return modified(.condition(isMet: { profiles.contains($0) }, text: "it is for profile \(names) only"))
  }

  /// Lets the binding stand in all profiles but these.
  ///
  /// - Parameter profiles: The profiles.
  /// - Returns: The binding, for more modifiers.
  @discardableResult
  public func unless(_ profiles: Profile...) -> Self {
    unless(profiles)
  }

  func unless(_ profiles: [Profile]) -> Self {
    let names = profiles.map { "'\($0)'" }.joined(separator: ", ")
    return modified(.condition(isMet: { !profiles.contains($0) }, text: "it is not for profile \(names)"))
  }

  /// Lets the binding stand only if something holds. Unlike an `if` around the binding, it leaves a trace: a report that
  /// misses the key says why.
  ///
  /// - Parameters:
  ///   - condition: Whether the binding stands.
  ///   - text: The condition in words, as in `a mail server is configured`.
  /// - Returns: The binding, for more modifiers.
  @discardableResult
  public func when(_ condition: Bool, _ text: String) -> Self {
    modified(.condition(isMet: { _ in condition }, text: "it stands only when \(text)"))
  }

  /// Lets the binding stand only if nobody else binds its key.
  ///
  /// - Returns: The binding, for more modifiers.
  @discardableResult
  public func byDefault() -> Self {
    modified(.byDefault)
  }

  /// Says that the object reaches outside the process. A test can forbid that.
  ///
  /// - Parameter place: Where it reaches to, as in `the file system`.
  /// - Returns: The binding, for more modifiers.
  @discardableResult
  public func external(_ place: String) -> Self {
    modified(.external(place))
  }
}

extension BindingBuilder where Value: Sendable {
  /// Says what to do when the graph starts, after everything that the object needs has started. Makes the object.
  ///
  /// ```swift
  /// binder.bind(Server.init).scoped(.singleton).onStart { server in try await server.listen() }
  /// ```
  ///
  /// - Parameters:
  ///   - limit: How long it may take; 30 seconds unless told.
  ///   - start: Starts the object.
  /// - Returns: The binding, for more modifiers.
  @discardableResult
  public func onStart(
    within limit: Duration = .seconds(30), _ start: @escaping @Sendable (Value) async throws -> Void
  ) -> Self {
    modified(
      .start(
        LifecycleHook(limit: limit) { node in
          try await start(node.of(Value.self).resolveAsync())
        }))
  }

  /// Says what to do when the graph stops, before anything that the object needs stops. An object that was never made is
  /// left alone.
  ///
  /// For an object that is not shared it runs when the ``Owned`` one stops that it was made for.
  ///
  /// - Parameters:
  ///   - limit: How long it may take; 10 seconds unless told.
  ///   - stop: Stops the object.
  /// - Returns: The binding, for more modifiers.
  @discardableResult
  public func onStop(
    within limit: Duration = .seconds(10), _ stop: @escaping @Sendable (Value) async throws -> Void
  ) -> Self {
    modified(
      .stop(
        LifecycleHook(limit: limit) { node in
          guard let value = node.of(Value.self).cell?.current else { return }
          try await stop(value)
        }))
  }
}
