extension Binder {
  /// Binds a type to its own initializer, or to a function that returns it; the parameters are the dependencies.
  ///
  /// - Parameters:
  ///   - make: Makes the object. It may throw; the error reaches whoever asked for the object.
  ///   - file: The place of the call.
  ///   - line: The place of the call.
  ///   - column: The place of the call.
  /// - Returns: The binding, for modifiers.
  @inlinable
  @discardableResult
  public func bind<Value, Failure: Error, each Parameter>(
    _ make: @escaping @Sendable (repeat each Parameter) throws(Failure) -> Value,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) -> BindingBuilder<Value, repeat each Parameter> {
    declare(AnyKey(Value.self), make, CallSite(file, line, column))
  }

  /// Binds a type to an initializer or function that makes it; the parameters are the dependencies.
  ///
  /// - Parameters:
  ///   - type: The type that consumers ask for, often `(any SomeProtocol).self`.
  ///   - make: Makes the object. It may throw; the error reaches whoever asked for the object.
  ///   - file: The place of the call.
  ///   - line: The place of the call.
  ///   - column: The place of the call.
  /// - Returns: The binding, for modifiers.
  @inlinable
  @discardableResult
  public func bind<Value, Failure: Error, each Parameter>(
    _ type: Value.Type,
    _ make: @escaping @Sendable (repeat each Parameter) throws(Failure) -> Value,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) -> BindingBuilder<Value, repeat each Parameter> {
    declare(AnyKey(type), make, CallSite(file, line, column))
  }

  /// Binds a qualified key to an initializer or function that makes its object; the parameters are the dependencies.
  ///
  /// - Parameters:
  ///   - key: The key that consumers ask for.
  ///   - make: Makes the object. It may throw; the error reaches whoever asked for the object.
  ///   - file: The place of the call.
  ///   - line: The place of the call.
  ///   - column: The place of the call.
  /// - Returns: The binding, for modifiers.
  @inlinable
  @discardableResult
  public func bind<Value, Failure: Error, each Parameter>(
    _ key: Key<Value>,
    _ make: @escaping @Sendable (repeat each Parameter) throws(Failure) -> Value,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) -> BindingBuilder<Value, repeat each Parameter> {
    declare(key.erased, make, CallSite(file, line, column))
  }

  /// Binds a type to a ready value.
  ///
  /// - Parameters:
  ///   - type: The type that consumers ask for.
  ///   - value: What all of them get.
  ///   - file: The place of the call.
  ///   - line: The place of the call.
  ///   - column: The place of the call.
  @inlinable
  public func bind<Value: Sendable>(
    _ type: Value.Type, to value: Value,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) {
    declare(AnyKey(type), value: value, CallSite(file, line, column))
  }

  /// Binds a qualified key to a ready value.
  ///
  /// - Parameters:
  ///   - key: The key that consumers ask for.
  ///   - value: What all of them get.
  ///   - file: The place of the call.
  ///   - line: The place of the call.
  ///   - column: The place of the call.
  @inlinable
  public func bind<Value: Sendable>(
    _ key: Key<Value>, to value: Value,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) {
    declare(key.erased, value: value, CallSite(file, line, column))
  }

  /// Binds a type to a closure that asks a resolver for what it needs.
  ///
  /// For what cannot be said by parameters, such as a choice made at run time. The plan cannot see into the closure, so
  /// it marks the binding as opaque; prefer parameters wherever they do.
  ///
  /// - Parameters:
  ///   - type: The type that consumers ask for.
  ///   - make: Makes the object.
  ///   - file: The place of the call.
  ///   - line: The place of the call.
  ///   - column: The place of the call.
  /// - Returns: The binding, for modifiers.
  @inlinable
  @discardableResult
  public func bind<Value>(
    _ type: Value.Type, resolving make: @escaping @Sendable (Resolver) throws -> Value,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) -> BindingBuilder<Value> {
    declare(AnyKey(type), resolving: make, CallSite(file, line, column))
  }

  /// Binds a qualified key to a closure that asks a resolver for what it needs.
  ///
  /// - Parameters:
  ///   - key: The key that consumers ask for.
  ///   - make: Makes the object.
  ///   - file: The place of the call.
  ///   - line: The place of the call.
  ///   - column: The place of the call.
  /// - Returns: The binding, for modifiers.
  @inlinable
  @discardableResult
  public func bind<Value>(
    _ key: Key<Value>, resolving make: @escaping @Sendable (Resolver) throws -> Value,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) -> BindingBuilder<Value> {
    declare(key.erased, resolving: make, CallSite(file, line, column))
  }
}

extension Binder {
  /// Binds a type to its own initializer, or to a function that returns it, which belongs to the main actor.
  ///
  /// Consumers that are not made on the main actor themselves await the object, so the plan demands an `await` of them:
  /// see ``Problem/Code/isolation``.
  ///
  /// - Parameters:
  ///   - make: Makes the object; the parameters are the dependencies.
  ///   - file: The place of the call.
  ///   - line: The place of the call.
  ///   - column: The place of the call.
  /// - Returns: The binding, for modifiers.
  @inlinable
  @discardableResult
  public func bind<Value: Sendable, Failure: Error, each Parameter: Sendable>(
    main make: @escaping @MainActor @Sendable (repeat each Parameter) throws(Failure) -> Value,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) -> BindingBuilder<Value, repeat each Parameter> {
    declare(main: AnyKey(Value.self), make, CallSite(file, line, column))
  }

  /// Binds a type to an initializer or function that belongs to the main actor.
  ///
  /// - Parameters:
  ///   - type: The type that consumers ask for.
  ///   - make: Makes the object; the parameters are the dependencies.
  ///   - file: The place of the call.
  ///   - line: The place of the call.
  ///   - column: The place of the call.
  /// - Returns: The binding, for modifiers.
  @inlinable
  @discardableResult
  public func bind<Value: Sendable, Failure: Error, each Parameter: Sendable>(
    _ type: Value.Type, main make: @escaping @MainActor @Sendable (repeat each Parameter) throws(Failure) -> Value,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) -> BindingBuilder<Value, repeat each Parameter> {
    declare(main: AnyKey(type), make, CallSite(file, line, column))
  }

  /// Binds a type to its own asynchronous initializer, or to a function that returns it by `await`.
  ///
  /// Whatever needs the object takes an `await` too. Requests at once for a singleton make it once; a request that is
  /// cancelled leaves the making to another one.
  ///
  /// - Parameters:
  ///   - make: Makes the object; the parameters are the dependencies.
  ///   - file: The place of the call.
  ///   - line: The place of the call.
  ///   - column: The place of the call.
  /// - Returns: The binding, for modifiers.
  @inlinable
  @discardableResult
  public func bind<Value: Sendable, Failure: Error, each Parameter: Sendable>(
    async make: @escaping @concurrent @Sendable (repeat each Parameter) async throws(Failure) -> Value,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) -> BindingBuilder<Value, repeat each Parameter> {
    declare(async: AnyKey(Value.self), make, CallSite(file, line, column))
  }

  /// Binds a type to an initializer or function that takes an `await`.
  ///
  /// - Parameters:
  ///   - type: The type that consumers ask for.
  ///   - make: Makes the object; the parameters are the dependencies.
  ///   - file: The place of the call.
  ///   - line: The place of the call.
  ///   - column: The place of the call.
  /// - Returns: The binding, for modifiers.
  @inlinable
  @discardableResult
  public func bind<Value: Sendable, Failure: Error, each Parameter: Sendable>(
    _ type: Value.Type,
    async make: @escaping @concurrent @Sendable (repeat each Parameter) async throws(Failure) -> Value,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) -> BindingBuilder<Value, repeat each Parameter> {
    declare(async: AnyKey(type), make, CallSite(file, line, column))
  }
}
