// Overloads that only exist for the compiler's message: without them, a factory of a type that does not conform to the key's is
// reported as a key that cannot be converted. They are disfavored, so that they cost the type checker of a sound binding nothing.
extension Binder {
  /// Rejects a factory whose object does not have the type of the key.
  @_disfavoredOverload
  @available(*, unavailable, message: "the factory returns a type that does not conform to the bound one")
  @discardableResult
  public func bind<Value, Other, Failure: Error, each Parameter>(
    _ type: Value.Type, _ make: @escaping @Sendable (repeat each Parameter) throws(Failure) -> Other,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) -> BindingBuilder<Value, repeat each Parameter> {
    BindingBuilder(list.declarations[0])
  }

  /// Rejects a value that does not have the type of the key.
  @_disfavoredOverload
  @available(*, unavailable, message: "the value has a type that does not conform to the bound one")
  @discardableResult
  public func bind<Value, Other>(
    _ type: Value.Type, to value: Other,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) -> ValueBuilder<Value> {
    ValueBuilder(BindingBuilder(list.declarations[0]))
  }

  /// Rejects a contribution whose object does not have the type of the list's elements.
  @_disfavoredOverload
  @available(*, unavailable, message: "the factory returns a type that does not conform to that of the list's elements")
  @discardableResult
  public func contribute<Value, Other, Failure: Error, each Parameter>(
    to type: Value.Type, named name: String? = nil,
    _ make: @escaping @Sendable (repeat each Parameter) throws(Failure) -> Other,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) -> BindingBuilder<Value, repeat each Parameter> {
    BindingBuilder(list.declarations[0])
  }
}
