extension Binder {
  /// Contributes an object to the list of a type; its name is unique in the list.
  ///
  /// Consumers request `[any Exporter]`, in the order of declaration, or `[String: any Exporter]`, which contains the
  /// named objects only.
  ///
  /// ```swift
  /// binder.contribute(to: (any Exporter).self, named: "md", MarkdownExporter.init)
  /// ```
  @inlinable
  @discardableResult
  public func contribute<Value, Failure: Error, each Parameter>(
    to type: Value.Type, named name: String? = nil,
    _ make: @escaping @Sendable (repeat each Parameter) throws(Failure) -> Value,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) -> BindingBuilder<Value, repeat each Parameter> {
    declare(AnyKey(type), making: make, at: CallSite(file, line, column)).as(.contribution(name: name))
  }

  /// Contributes an object to the list of a qualified key; the list has the same qualifier.
  @inlinable
  @discardableResult
  public func contribute<Value, Failure: Error, each Parameter>(
    to key: Key<Value>, named name: String? = nil,
    _ make: @escaping @Sendable (repeat each Parameter) throws(Failure) -> Value,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) -> BindingBuilder<Value, repeat each Parameter> {
    declare(key.erased, making: make, at: CallSite(file, line, column)).as(.contribution(name: name))
  }

  /// Allows the list of a type to be empty; without contributions it is otherwise missing.
  public func mayBeEmpty<Value>(_ type: Value.Type) {
    list.collections.append(AnyKey(type))
  }

  /// Decorates the object of a type: consumers receive the decorator, and the decorator receives the object.
  ///
  /// ```swift
  /// binder.decorate((any NoteRepository).self, LoggingRepository.init(inner:log:))
  /// ```
  ///
  /// The parameter of the same type is the decorated object; the others are ordinary dependencies. Decorators wrap in
  /// the order of their declaration, the last one outermost, and live as long as the object they decorate.
  @inlinable
  @discardableResult
  public func decorate<Value, Failure: Error, each Parameter>(
    _ type: Value.Type, _ make: @escaping @Sendable (repeat each Parameter) throws(Failure) -> Value,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) -> BindingBuilder<Value, repeat each Parameter> {
    declare(AnyKey(type), kind: .decorator, making: make, at: CallSite(file, line, column)).as(.decorator)
  }

  /// Decorates the object of a qualified key.
  ///
  /// The decorated object is the parameter with that key; see ``BindingBuilder/from(_:)``.
  @inlinable
  @discardableResult
  public func decorate<Value, Failure: Error, each Parameter>(
    _ key: Key<Value>, _ make: @escaping @Sendable (repeat each Parameter) throws(Failure) -> Value,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) -> BindingBuilder<Value, repeat each Parameter> {
    declare(key.erased, kind: .decorator, making: make, at: CallSite(file, line, column)).as(.decorator)
  }
}
