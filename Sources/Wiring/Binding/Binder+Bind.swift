extension Binder {
  /// Binds a type to its own initializer, or to a function that returns it; the parameters are the dependencies, and an
  /// error of the factory is thrown by the resolution.
  @inlinable
  @discardableResult
  public func bind<Value, Failure: Error, each Parameter>(
    _ make: @escaping @Sendable (repeat each Parameter) throws(Failure) -> Value,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) -> BindingBuilder<Value, repeat each Parameter> {
    declare(AnyKey(Value.self), making: make, at: CallSite(file, line, column))
  }

  /// Binds a type, often `(any SomeProtocol).self`, to an initializer or function; its parameters are the dependencies.
  @inlinable
  @discardableResult
  public func bind<Value, Failure: Error, each Parameter>(
    _ type: Value.Type,
    _ make: @escaping @Sendable (repeat each Parameter) throws(Failure) -> Value,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) -> BindingBuilder<Value, repeat each Parameter> {
    declare(AnyKey(type), making: make, at: CallSite(file, line, column))
  }

  /// Binds a type to a value that exists already.
  @inlinable
  @discardableResult
  public func bind<Value: Sendable>(
    _ type: Value.Type, to value: Value,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) -> ValueBuilder<Value> {
    declare(AnyKey(type), value: value, at: CallSite(file, line, column))
  }

  /// Binds a type to a closure that resolves its dependencies itself.
  ///
  /// For cases that parameters cannot express, such as a choice at run time. The plan cannot see the dependencies of
  /// the closure and marks the binding as opaque, so prefer parameters.
  @inlinable
  @discardableResult
  public func bind<Value>(
    _ type: Value.Type, resolving make: @escaping @Sendable (Resolver) throws -> Value,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) -> BindingBuilder<Value> {
    declare(AnyKey(type), resolving: make, at: CallSite(file, line, column))
  }

  /// Binds a type, by default the factory's own, to an asynchronous initializer or function.
  ///
  /// Consumers that are created by awaiting become asynchronous too; the plan refuses handles that cannot wait: see
  /// ``Problem/Code/async``. Concurrent requests for a singleton create it once; when the task that creates it is
  /// cancelled, another waiting task starts over.
  @inlinable
  @discardableResult
  public func bind<Value: Sendable, Failure: Error, each Parameter: Sendable>(
    _ type: Value.Type = Value.self,
    async make: @escaping @concurrent @Sendable (repeat each Parameter) async throws(Failure) -> Value,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) -> BindingBuilder<Value, repeat each Parameter> {
    declare(async: AnyKey(type), making: make, at: CallSite(file, line, column))
  }
}
