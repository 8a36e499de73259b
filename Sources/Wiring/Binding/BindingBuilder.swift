/// A declared binding, for modifiers.
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
/// - ``ConditionalBinding``
/// - ``tagged(_:)-(Key<Value>...)``
/// - ``tagged(_:)-(Key<[Value]>...)``
/// ### Starting and stopping
/// - ``onStart(within:_:)``
/// - ``onStop(within:_:)``
/// ### Testing
/// - ``external(_:)``
public struct BindingBuilder<Value, each Parameter>: ConditionalBinding {
  @usableFromInline package let declaration: Declaration

  /// The declaration, which the modifiers change.
  public var declared: DeclaredBinding { DeclaredBinding(declaration: declaration) }

  @usableFromInline
  init(_ declaration: Declaration) {
    self.declaration = declaration
  }

  /// Sets the lifetime of the object; ``Scope/transient`` by default.
  ///
  /// - Parameter scope: The scope; an object whose type is not `Sendable` cannot be shared between resolutions.
  @discardableResult
  public func scoped(_ scope: UnsharedScope) -> Self {
    set(scope.scope)
  }

  /// Selects the keys of the parameters, in order, where types alone are ambiguous.
  ///
  /// - Parameter keys: One key per parameter; ``Key/unqualified`` for a parameter that is its type alone.
  @discardableResult
  public func from(_ keys: repeat Key<each Parameter>) -> Self {
    var dependencies: [Dependency] = []
    for key in repeat each keys {
      dependencies.append(dependency(key))
    }
    // The dependencies of steps follow those of the initializer and remain.
    declaration.dependencies.replaceSubrange(..<dependencies.count, with: dependencies)
    declaration.unchosenParameters = 0
    return self
  }

  private func dependency<Type>(_ key: Key<Type>) -> Dependency {
    Dependency(Type.self, qualifier: key.qualifier)
  }

  func set(_ scope: Scope) -> Self {
    declaration.scope = scope
    declaration.hasChosenScope = true
    return self
  }

  @usableFromInline
  func `as`(_ role: Declaration.Role) -> Self {
    declaration.role = role
    return self
  }

  /// Adds the error type of a step to that of the factory.
  func throwing<Failure: Error>(_ failure: Failure.Type) -> Self {
    guard failure != Never.self else { return self }
    let other = declaration.failure
    declaration.failure = other == Never.self || other == failure ? failure : (any Error).self
    return self
  }
}

extension BindingBuilder where Value: Sendable {
  /// Sets the lifetime of the object; ``Scope/transient`` by default.
  @discardableResult
  @_disfavoredOverload  // So that scopes of both overloads do not require `Sendable`.
  public func scoped(_ scope: Scope) -> Self {
    set(scope)
  }

  /// Sets the lifetime of the object to that of an open custom scope, which a module declares by
  /// ``Binder/scope(_:context:file:line:column:)``.
  @discardableResult
  public func scoped<Context>(in scope: CustomScope<Context>) -> Self {
    set(scope.scope)
  }

  /// Creates the object of a shared scope when the graph is built rather than on first use; that of a custom scope when
  /// the opened scope starts.
  @discardableResult
  public func eager() -> Self {
    modified(.eager)
  }
}

extension BindingBuilder {
  /// Adds the object to the lists of qualified keys: a contribution to subsets of the list of its type, a binding to lists
  /// beside its own key, where it is the object without decorators.
  ///
  /// ```swift
  /// binder.contribute(to: (any Rule).self, SpellingRule.init).tagged(.quick)  // in [any Rule], and in that of `.quick`
  /// ```
  @discardableResult
  public func tagged(_ keys: Key<Value>...) -> Self {
    for key in keys { declaration.modifiers.append(.tag(key.erased)) }
    return self
  }

  /// Adds the object to the lists of qualified keys, which are named as consumers request them.
  ///
  /// ```swift
  /// extension Key where Value == [any Rule] { static var quick: Self { Key("quick") } }
  /// binder.contribute(to: (any Rule).self, SpellingRule.init).tagged(.quick)
  /// binder.bind(QuickCheck.init).from(.quick)  // init(rules: [any Rule])
  /// ```
  @discardableResult
  @_disfavoredOverload
  public func tagged(_ lists: Key<[Value]>...) -> Self {
    for list in lists {
      declaration.modifiers.append(.tag(AnyKey(Value.self, qualifier: list.qualifier)))
    }
    return self
  }

  /// Declares that the object accesses something outside the process. A test can forbid that.
  ///
  /// - Parameter resource: The accessed resource, as in `the file system`.
  @discardableResult
  public func external(_ resource: String) -> Self {
    modified(.external(resource))
  }
}

extension BindingBuilder where Value: Sendable {
  /// Adds a hook that runs when the graph starts, after all dependencies have started. It creates the object.
  ///
  /// ```swift
  /// binder.bind(Server.init).scoped(.singleton).onStart { server in try await server.listen() }
  /// ```
  @discardableResult
  public func onStart(
    within limit: Duration = .seconds(30), _ start: @escaping @Sendable (Value) async throws -> Void
  ) -> Self {
    modified(.start(LifecycleHook(limit: limit) { try await start($0.of(Value.self).resolveAsync()) }))
  }

  /// Adds a hook that runs when the graph stops, before any dependency stops. It does not run for an object that was
  /// never created.
  ///
  /// For an object that is not shared, it runs when the ``Owned`` stops that the object was created for.
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
