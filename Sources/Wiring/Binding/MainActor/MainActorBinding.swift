/// A declared binding of an object that is confined to the main actor, for modifiers.
///
/// They are nearly those of a ``BindingBuilder``, where they are explained. An object of any scope may have a type that is not
/// `Sendable`, and the closures run on the main actor.
public struct MainActorBinding<Value, each Parameter>: ConditionalBinding {
  let binding: BindingBuilder<Value, repeat each Parameter>

  /// The declaration, which the modifiers change.
  public var declared: DeclaredBinding { binding.declared }

  package var declaration: Declaration { binding.declaration }

  init(_ binding: BindingBuilder<Value, repeat each Parameter>) {
    self.binding = binding
  }

  /// Sets the lifetime of the object; ``Scope/transient`` by default.
  @discardableResult
  public func scoped(_ scope: Scope) -> Self { MainActorBinding(binding.set(scope)) }

  /// Sets the lifetime of the object to that of an open custom scope.
  @discardableResult
  public func scoped<Context>(in scope: CustomScope<Context>) -> Self { MainActorBinding(binding.set(scope.scope)) }

  /// Creates the object of a shared scope when the graph is built rather than on first use; that of a custom scope when the
  /// opened scope starts.
  @discardableResult
  public func eager() -> Self { modified(.eager) }

  /// Selects the keys of the parameters, in order, where types alone are ambiguous.
  @discardableResult
  public func from(_ keys: repeat Key<each Parameter>) -> Self { MainActorBinding(binding.from(repeat each keys)) }

  /// Adds the object to the lists of qualified keys.
  @discardableResult
  public func tagged(_ keys: Key<Value>...) -> Self {
    for key in keys { _ = modified(.tag(key.erased)) }
    return self
  }

  /// Adds the object to the lists of qualified keys, which are named as consumers request them.
  @discardableResult
  @_disfavoredOverload
  public func tagged(_ lists: Key<[Value]>...) -> Self {
    for list in lists { _ = modified(.tag(AnyKey(Value.self, qualifier: list.qualifier))) }
    return self
  }

  /// Declares that the object accesses something outside the process. A test can forbid that.
  @discardableResult
  public func external(_ resource: String) -> Self { modified(.external(resource)) }

  /// Injects a proxy, which creates the object on its first call.
  @discardableResult
  public func lazy<Proxy: LazyProxy>(_ proxy: Proxy.Type) -> Self where Proxy.ProxiedObject == Value {
    MainActorBinding(binding.lazy(proxy))
  }
}

extension MainActorBinding where Value: Sendable {
  /// Injects a proxy of a `Sendable` protocol, which could leave the main actor: the plan accepts it if its calls are isolated to
  /// that, as those of a protocol with `@MainActor` are.
  @discardableResult
  public func lazy<Proxy: LazyProxy>(_ proxy: Proxy.Type) -> Self where Proxy.ProxiedObject == Value {
    var description = ProxyDescription(of: proxy)
    description.isSendable = true
    return modified(.lazy(description))
  }
}

extension MainActorBinding where Value: Sendable, repeat each Parameter: Sendable {
  /// Lets the object leave the main actor, where it is created: consumers that are not created there must await it; see
  /// ``Problem/Code/isolation``. Its dependencies must be able to leave the actor, too: what is confined to it is refused.
  ///
  /// ```swift
  /// binder.main.bind(Player.init).sendable()  // init of a main-actor class that an actor of the network calls
  /// ```
  ///
  /// - Returns: The binding for further modifiers, which are those of any thread: its steps come behind this modifier.
  @discardableResult
  public func sendable() -> BindingBuilder<Value, repeat each Parameter> {
    declaration.isConfined = false
    return binding
  }
}

// MARK: - Steps

extension MainActorBinding {
  /// Runs a step on each new object before it is returned, for dependencies that an initializer cannot accept.
  ///
  /// ```swift
  /// binder.bind(Player.init).then { (player: Player, theme: Theme) in player.theme = theme }
  /// ```
  ///
  /// Also to set a property: a module is not isolated, and cannot form the key path of one of the main actor.
  @discardableResult
  public func then<Failure: Error, each Other>(
    _ step: @escaping @MainActor (Value, repeat each Other) throws(Failure) -> Void
  ) -> Self {
    let step = Step<Value> { linker in
      let linked = (repeat linker.dependency(for: (each Other).self))
      return Step.Linked(
        run: { value, frame in
          let object = UncheckedSendable(value: value)
          try MainActor.resolving(frame) { frame in try step(object.value, repeat (each linked).value(frame)) }
        },
        runAsync: { value, frame in
          let object = UncheckedSendable(value: value)
          try await MainActor.resolvingAsync(frame) { frame in
            try step(object.value, repeat try await (each linked).asyncValue(frame))
          }
        })
    }
    declaration.dependencies += Dependency.all(repeat (each Other).self)
    declaration.hasMainActorSteps = true
    return MainActorBinding(binding.throwing(Failure.self).modified(.step(step)))
  }

  /// Calls a method of each new object with dependencies.
  @discardableResult
  public func calling<Failure: Error, each Other>(
    _ method: @escaping @MainActor (Value) -> @MainActor (repeat each Other) throws(Failure) -> Void
  ) -> Self {
    then { (value: Value, other: repeat each Other) throws(Failure) in try method(value)(repeat each other) }
  }
}

// MARK: - Starting and stopping

extension MainActorBinding {
  /// Adds a hook that runs when the graph starts, after all dependencies have started. It creates the object.
  @discardableResult
  public func onStart(
    within limit: Duration = .seconds(30), _ start: @escaping @MainActor (Value) async throws -> Void
  ) -> Self {
    let hook = LifecycleHook(limit: limit) { @MainActor node in try await start(node.of(Value.self).resolveAsync()) }
    return modified(.start(hook))
  }

  /// Adds a hook that runs when the graph stops, before any dependency stops. It does not run for an object that was never
  /// created.
  @discardableResult
  public func onStop(
    within limit: Duration = .seconds(10), _ stop: @escaping @MainActor (Value) async throws -> Void
  ) -> Self {
    let hook = LifecycleHook(limit: limit) { @MainActor node in
      guard let value = node.of(Value.self).cell?.current else { return }
      try await stop(value)
    }
    return modified(.stop(hook))
  }
}
