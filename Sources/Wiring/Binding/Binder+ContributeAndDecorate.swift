extension Binder {
  /// Contributes an object to the list of a type; its name is unique in the list.
  ///
  /// Consumers request `[any Exporter]`, in the order of declaration, or `[String: any Exporter]`, which contains the
  /// named objects only. By ``ConditionalBinding/named(_:)`` it is a member of a qualified list instead.
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

  /// Allows the list of a type to be empty; without contributions it is otherwise missing.
  public func mayBeEmpty<Value>(_ type: Value.Type = Value.self, named key: Key<Value> = .unqualified) {
    list.collections.append(AnyKey(type, qualifier: key.qualifier))
  }

  /// Decorates the object of a type: consumers receive the decorator, and the decorator receives the object.
  ///
  /// ```swift
  /// binder.decorate((any NoteRepository).self, LoggingRepository.init(inner:log:))
  /// ```
  ///
  /// The parameter of the same type is the decorated object; the others are ordinary dependencies. Decorators wrap in
  /// the order of their declaration, the last one outermost, and live as long as the object they decorate. One that is
  /// ``ConditionalBinding/named(_:)`` decorates the object of that key.
  @inlinable
  @discardableResult
  public func decorate<Value, Failure: Error, each Parameter>(
    _ type: Value.Type, _ make: @escaping @Sendable (repeat each Parameter) throws(Failure) -> Value,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) -> BindingBuilder<Value, repeat each Parameter> {
    declare(AnyKey(type), kind: .decorator, making: make, at: CallSite(file, line, column)).as(.decorator)
  }
}
