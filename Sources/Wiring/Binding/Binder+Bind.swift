extension Binder {
  /// Binds a type to its own initializer, or to a function that returns it; the parameters are the dependencies.
  ///
  /// - Parameter make: Creates the object. An error that it throws is thrown by the resolution.
  /// - Returns: The binding, for modifiers.
  @inlinable
  @discardableResult
  public func bind<Value, Failure: Error, each Parameter>(
    _ make: @escaping @Sendable (repeat each Parameter) throws(Failure) -> Value,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) -> BindingBuilder<Value, repeat each Parameter> {
    declare(AnyKey(Value.self), making: make, at: CallSite(file, line, column))
  }

  /// Binds a type to an initializer or function; its parameters are the dependencies.
  ///
  /// - Parameters:
  ///   - type: The type that consumers request, often `(any SomeProtocol).self`.
  ///   - make: Creates the object. An error that it throws is thrown by the resolution.
  /// - Returns: The binding, for modifiers.
  @inlinable
  @discardableResult
  public func bind<Value, Failure: Error, each Parameter>(
    _ type: Value.Type,
    _ make: @escaping @Sendable (repeat each Parameter) throws(Failure) -> Value,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) -> BindingBuilder<Value, repeat each Parameter> {
    declare(AnyKey(type), making: make, at: CallSite(file, line, column))
  }

  /// Binds a qualified key to an initializer or function; its parameters are the dependencies.
  ///
  /// - Parameters:
  ///   - key: The key that consumers request.
  ///   - make: Creates the object. An error that it throws is thrown by the resolution.
  /// - Returns: The binding, for modifiers.
  @inlinable
  @discardableResult
  public func bind<Value, Failure: Error, each Parameter>(
    _ key: Key<Value>,
    _ make: @escaping @Sendable (repeat each Parameter) throws(Failure) -> Value,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) -> BindingBuilder<Value, repeat each Parameter> {
    declare(key.erased, making: make, at: CallSite(file, line, column))
  }

  /// Binds a type to a value that exists already.
  ///
  /// - Parameters:
  ///   - type: The type that consumers request.
  ///   - value: The value that all of them receive.
  @inlinable
  public func bind<Value: Sendable>(
    _ type: Value.Type, to value: Value,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) {
    declare(AnyKey(type), value: value, at: CallSite(file, line, column))
  }

  /// Binds a qualified key to a value that exists already.
  ///
  /// - Parameters:
  ///   - key: The key that consumers request.
  ///   - value: The value that all of them receive.
  @inlinable
  public func bind<Value: Sendable>(
    _ key: Key<Value>, to value: Value,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) {
    declare(key.erased, value: value, at: CallSite(file, line, column))
  }

  /// Binds a type to a closure that resolves its dependencies itself.
  ///
  /// For cases that parameters cannot express, such as a choice at run time. The plan cannot see the dependencies of
  /// the closure and marks the binding as opaque, so prefer parameters.
  ///
  /// - Parameters:
  ///   - type: The type that consumers request.
  ///   - make: Creates the object.
  /// - Returns: The binding, for modifiers.
  @inlinable
  @discardableResult
  public func bind<Value>(
    _ type: Value.Type, resolving make: @escaping @Sendable (Resolver) throws -> Value,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) -> BindingBuilder<Value> {
    declare(AnyKey(type), resolving: make, at: CallSite(file, line, column))
  }

  /// Binds a qualified key to a closure that resolves its dependencies itself.
  ///
  /// - Parameters:
  ///   - key: The key that consumers request.
  ///   - make: Creates the object.
  /// - Returns: The binding, for modifiers.
  @inlinable
  @discardableResult
  public func bind<Value>(
    _ key: Key<Value>, resolving make: @escaping @Sendable (Resolver) throws -> Value,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) -> BindingBuilder<Value> {
    declare(key.erased, resolving: make, at: CallSite(file, line, column))
  }
}

extension Binder {
  /// Binds a type to its own initializer, or to a function that returns it, which is isolated to the main actor.
  ///
  /// Consumers that are not created on the main actor themselves must await the object; the plan checks that: see
  /// ``Problem/Code/isolation``.
  ///
  /// - Parameter make: Creates the object; the parameters are the dependencies.
  /// - Returns: The binding, for modifiers.
  @inlinable
  @discardableResult
  public func bind<Value: Sendable, Failure: Error, each Parameter: Sendable>(
    main make: @escaping @MainActor @Sendable (repeat each Parameter) throws(Failure) -> Value,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) -> BindingBuilder<Value, repeat each Parameter> {
    declare(main: AnyKey(Value.self), making: make, at: CallSite(file, line, column))
  }

  /// Binds a type to an initializer or function that is isolated to the main actor.
  ///
  /// - Parameters:
  ///   - type: The type that consumers request.
  ///   - make: Creates the object; the parameters are the dependencies.
  /// - Returns: The binding, for modifiers.
  @inlinable
  @discardableResult
  public func bind<Value: Sendable, Failure: Error, each Parameter: Sendable>(
    _ type: Value.Type, main make: @escaping @MainActor @Sendable (repeat each Parameter) throws(Failure) -> Value,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) -> BindingBuilder<Value, repeat each Parameter> {
    declare(main: AnyKey(type), making: make, at: CallSite(file, line, column))
  }

  /// Binds a type to its own asynchronous initializer, or to an asynchronous function that returns it.
  ///
  /// Every consumer of the object becomes asynchronous too. Concurrent requests for a singleton create it once; when
  /// the task that creates it is cancelled, another waiting task starts over.
  ///
  /// - Parameter make: Creates the object; the parameters are the dependencies.
  /// - Returns: The binding, for modifiers.
  @inlinable
  @discardableResult
  public func bind<Value: Sendable, Failure: Error, each Parameter: Sendable>(
    async make: @escaping @concurrent @Sendable (repeat each Parameter) async throws(Failure) -> Value,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) -> BindingBuilder<Value, repeat each Parameter> {
    declare(async: AnyKey(Value.self), making: make, at: CallSite(file, line, column))
  }

  /// Binds a type to an asynchronous initializer or function.
  ///
  /// - Parameters:
  ///   - type: The type that consumers request.
  ///   - make: Creates the object; the parameters are the dependencies.
  /// - Returns: The binding, for modifiers.
  @inlinable
  @discardableResult
  public func bind<Value: Sendable, Failure: Error, each Parameter: Sendable>(
    _ type: Value.Type,
    async make: @escaping @concurrent @Sendable (repeat each Parameter) async throws(Failure) -> Value,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) -> BindingBuilder<Value, repeat each Parameter> {
    declare(async: AnyKey(type), making: make, at: CallSite(file, line, column))
  }
}
