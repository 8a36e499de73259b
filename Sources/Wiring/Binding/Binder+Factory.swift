extension Binder {
  /// Binds a ``Factory``: a function of the arguments that returns a function of the dependencies.
  ///
  /// ```swift
  /// binder.factory { (title: String) in { (clock: any Clock) in Draft(title: title, clock: clock) } }
  /// ```
  ///
  /// Consumers request `Factory<Draft, String>`. Its dependencies are resolved anew for each call, so that a factory,
  /// like a ``Provider``, breaks a cycle.
  ///
  /// - Parameter make: Takes the arguments, and returns a function that creates the object from its dependencies.
  /// - Returns: The binding, for modifiers.
  @inlinable
  @discardableResult
  public func factory<Value, each Argument, each Parameter>(
    _ make: @escaping @Sendable (repeat each Argument) -> (repeat each Parameter) throws -> Value,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) -> FactoryBuilder<Factory<Value, repeat each Argument>, repeat each Parameter> {
    factory(Key<Factory<Value, repeat each Argument>>.unqualified, make, file: file, line: line, column: column)
  }

  /// Binds a ``Factory`` with a qualified key: a function of the arguments that returns a function of the dependencies.
  ///
  /// - Parameters:
  ///   - key: The key that consumers request.
  ///   - make: Takes the arguments, and returns a function that creates the object from its dependencies.
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
      let (needsFrame, nodes) = (linker.needsFrame, linker.retained)
      return linker.transient {
        Factory { (argument: repeat each Argument) in
          // The slots do not retain the nodes; the closure does.
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
  ///   - make: Creates the object.
  ///   - argument: The type of the first parameter, which callers pass.
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
      let (needsFrame, nodes) = (linker.needsFrame, linker.retained)
      return linker.transient {
        Factory { (argument: Argument) in
          // The slots do not retain the nodes; the closure does.
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
