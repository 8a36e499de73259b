extension Binder {
  /// Binds a ``Factory``: first the arguments that its callers give, then the dependencies.
  ///
  /// ```swift
  /// binder.factory { (title: String) in { (clock: any Clock) in Draft(title: title, clock: clock) } }
  /// ```
  ///
  /// Consumers ask for `Factory<Draft, String>`. Its dependencies are resolved anew for each call, so that a factory, like
  /// a ``Provider``, breaks a cycle.
  ///
  /// - Parameters:
  ///   - make: Takes the arguments, and returns what makes the object from its dependencies.
  ///   - file: The place of the call.
  ///   - line: The place of the call.
  ///   - column: The place of the call.
  /// - Returns: The binding, for modifiers.
  @inlinable
  @discardableResult
  public func factory<Value, each Argument, each Parameter>(
    _ make: @escaping @Sendable (repeat each Argument) -> (repeat each Parameter) throws -> Value,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) -> FactoryBuilder<Factory<Value, repeat each Argument>, repeat each Parameter> {
    factory(Key<Factory<Value, repeat each Argument>>.unqualified, make, file: file, line: line, column: column)
  }

  /// Binds a ``Factory`` with a qualified key: first the arguments that its callers give, then the dependencies.
  ///
  /// - Parameters:
  ///   - key: The key that consumers ask for.
  ///   - make: Takes the arguments, and returns what makes the object from its dependencies.
  ///   - file: The place of the call.
  ///   - line: The place of the call.
  ///   - column: The place of the call.
  /// - Returns: The binding, for modifiers.
  @inlinable
  @discardableResult
  public func factory<Value, each Argument, each Parameter>(
    _ key: Key<Factory<Value, repeat each Argument>>,
    _ make: @escaping @Sendable (repeat each Argument) -> (repeat each Parameter) throws -> Value,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) -> FactoryBuilder<Factory<Value, repeat each Argument>, repeat each Parameter> {
    var dependencies: [Dependency] = []
    repeat dependencies.append(Dependency((each Parameter).self))
    let declaration = Declaration(
      Factory<Value, repeat each Argument>.self, key: key.erased, kind: .handle, site: CallSite(file, line, column),
      dependencies: dependencies
    ) { linker, _ in
      let linked = (repeat linker.handleDependency(for: (each Parameter).self))
      let (needsFrame, nodes) = (linker.needsFrameForDependencies, linker.retainedDependencies)
      return linker.transient {
        Factory { (argument: repeat each Argument) in
          // The slots keep nothing: the closure keeps the nodes.
          defer { withExtendedLifetime(nodes) {} }
          let frame = needsFrame ? ResolutionFrame() : nil
          return try make(repeat each argument)(repeat (each linked).value(frame))
        }
      }
    }
    declaration.failure = (any Error).self
    return FactoryBuilder(BindingBuilder(list: list, index: list.append(declaration)))
  }

  /// Binds a ``Factory`` to an initializer whose first parameter is the argument; the others are dependencies.
  ///
  /// ```swift
  /// binder.factory(Draft.init(title:clock:), argument: String.self)
  /// ```
  ///
  /// - Parameters:
  ///   - make: Makes the object.
  ///   - argument: The type of the first parameter, which callers give.
  ///   - file: The place of the call.
  ///   - line: The place of the call.
  ///   - column: The place of the call.
  /// - Returns: The binding, for modifiers.
  @inlinable
  @discardableResult
  public func factory<Value, Failure: Error, Argument, each Parameter>(
    _ make: @escaping @Sendable (Argument, repeat each Parameter) throws(Failure) -> Value, argument: Argument.Type,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) -> FactoryBuilder<Factory<Value, Argument>, repeat each Parameter> {
    var dependencies: [Dependency] = []
    repeat dependencies.append(Dependency((each Parameter).self))
    let declaration = Declaration(
      Factory<Value, Argument>.self, key: AnyKey(Factory<Value, Argument>.self), kind: .handle,
      site: CallSite(file, line, column), dependencies: dependencies
    ) { linker, _ in
      let linked = (repeat linker.handleDependency(for: (each Parameter).self))
      let (needsFrame, nodes) = (linker.needsFrameForDependencies, linker.retainedDependencies)
      return linker.transient {
        Factory { (argument: Argument) in
          // The slots keep nothing: the closure keeps the nodes.
          defer { withExtendedLifetime(nodes) {} }
          let frame = needsFrame ? ResolutionFrame() : nil
          return try make(argument, repeat (each linked).value(frame))
        }
      }
    }
    declaration.failure = (any Error).self
    return FactoryBuilder(BindingBuilder(list: list, index: list.append(declaration)))
  }
}
