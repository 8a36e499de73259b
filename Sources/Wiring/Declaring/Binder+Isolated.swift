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
