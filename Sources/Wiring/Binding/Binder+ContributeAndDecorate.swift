extension Binder {
  /// Adds an object to the list of a type. Consumers ask for `[any Exporter]`, in the order of declaration, or for
  /// `[String: any Exporter]`, which has those with a name.
  ///
  /// ```swift
  /// binder.contribute(to: (any Exporter).self, named: "md", MarkdownExporter.init)
  /// ```
  ///
  /// - Parameters:
  ///   - type: The type of the list's members.
  ///   - name: The object's name; no two of a list may share one.
  ///   - make: Makes the object; the parameters are the dependencies.
  ///   - file: The place of the call.
  ///   - line: The place of the call.
  ///   - column: The place of the call.
  /// - Returns: The binding, for modifiers.
  @inlinable
  @discardableResult
  public func contribute<Value, Failure: Error, each Parameter>(
    to type: Value.Type, named name: String? = nil,
    _ make: @escaping @Sendable (repeat each Parameter) throws(Failure) -> Value,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) -> BindingBuilder<Value, repeat each Parameter> {
    declare(AnyKey(type), make, CallSite(file, line, column)).as(.contribution(name: name))
  }

  /// Adds an object to the list of a qualified key.
  ///
  /// - Parameters:
  ///   - key: The key; the list has the same qualifier.
  ///   - name: The object's name; no two of a list may share one.
  ///   - make: Makes the object; the parameters are the dependencies.
  ///   - file: The place of the call.
  ///   - line: The place of the call.
  ///   - column: The place of the call.
  /// - Returns: The binding, for modifiers.
  @inlinable
  @discardableResult
  public func contribute<Value, Failure: Error, each Parameter>(
    to key: Key<Value>, named name: String? = nil,
    _ make: @escaping @Sendable (repeat each Parameter) throws(Failure) -> Value,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) -> BindingBuilder<Value, repeat each Parameter> {
    declare(key.erased, make, CallSite(file, line, column)).as(.contribution(name: name))
  }

  /// Says that there may be nobody who contributes to a type: its list is then empty, rather than missing.
  ///
  /// - Parameter type: The type of the list's members.
  public func mayBeEmpty<Value>(_ type: Value.Type) {
    list.collections.append(AnyKey(type))
  }
}

extension Binder {
  /// Wraps the object of a type: whoever asks for the type gets the decorator, which gets the object.
  ///
  /// ```swift
  /// binder.decorate((any NoteRepository).self, LoggingRepository.init(inner:log:))
  /// ```
  ///
  /// The parameter of the same type is the decorated object; the others are dependencies like all others. Decorators wrap
  /// in the order of their declaration, the last one outermost, and live as long as what they decorate.
  ///
  /// - Parameters:
  ///   - type: The type whose binding is decorated.
  ///   - make: Makes the decorator.
  ///   - file: The place of the call.
  ///   - line: The place of the call.
  ///   - column: The place of the call.
  /// - Returns: The binding, for modifiers.
  @inlinable
  @discardableResult
  public func decorate<Value, Failure: Error, each Parameter>(
    _ type: Value.Type, _ make: @escaping @Sendable (repeat each Parameter) throws(Failure) -> Value,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) -> BindingBuilder<Value, repeat each Parameter> {
    declare(AnyKey(type), .decorator, make, CallSite(file, line, column)).as(.decorator)
  }

  /// Wraps the object of a qualified key. The decorated object is the parameter with that key, as
  /// ``BindingBuilder/from(_:)`` says.
  ///
  /// - Parameters:
  ///   - key: The key whose binding is decorated.
  ///   - make: Makes the decorator.
  ///   - file: The place of the call.
  ///   - line: The place of the call.
  ///   - column: The place of the call.
  /// - Returns: The binding, for modifiers.
  @inlinable
  @discardableResult
  public func decorate<Value, Failure: Error, each Parameter>(
    _ key: Key<Value>, _ make: @escaping @Sendable (repeat each Parameter) throws(Failure) -> Value,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) -> BindingBuilder<Value, repeat each Parameter> {
    declare(key.erased, .decorator, make, CallSite(file, line, column)).as(.decorator)
  }
}
