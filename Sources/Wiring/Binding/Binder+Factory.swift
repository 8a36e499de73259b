extension Binder {
  /// Binds a ``Factory``: a function of the arguments that returns a function of the dependencies.
  ///
  /// ```swift
  /// binder.factory { (title: String) in { (clock: any Clock) in Draft(title: title, clock: clock) } }
  /// ```
  ///
  /// Consumers request `Factory<Draft, String>`. Its dependencies are resolved anew for each call, so that a factory,
  /// like a ``Provider``, breaks a cycle.
  @inlinable
  @discardableResult
  public func factory<Value, each Argument, each Parameter>(
    _ make: @escaping @Sendable (repeat each Argument) -> (repeat each Parameter) throws -> Value,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) -> FactoryBuilder<Factory<Value, repeat each Argument>, repeat each Parameter> {
    factory(Key<Factory<Value, repeat each Argument>>.unqualified, make, file: file, line: line, column: column)
  }

  /// Binds a ``Factory`` with a qualified key: a function of the arguments that returns a function of the dependencies.
  @inlinable
  @discardableResult
  public func factory<Value, each Argument, each Parameter>(
    _ key: Key<Factory<Value, repeat each Argument>>,
    _ make: @escaping @Sendable (repeat each Argument) -> (repeat each Parameter) throws -> Value,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) -> FactoryBuilder<Factory<Value, repeat each Argument>, repeat each Parameter> {
    declare(key, at: CallSite(file, line, column)) { linker in
      let linked = (repeat linker.handleDependency(for: (each Parameter).self))
      let (needsFrame, nodes) = (linker.needsFrame, linker.retained)
      return linker.handleNode {
        Factory { (argument: repeat each Argument) in
          // The linked dependencies do not retain the nodes; the closure does.
          defer { withExtendedLifetime(nodes) {} }
          let frame = needsFrame ? ResolutionFrame() : nil
          return try make(repeat each argument)(repeat (each linked).value(frame))
        }
      }
    }
  }

  /// Binds a ``Factory`` to an initializer whose first parameter is the argument; the others are dependencies.
  ///
  /// ```swift
  /// binder.factory(Draft.init(title:clock:), argument: String.self)
  /// ```
  @inlinable
  @discardableResult
  public func factory<Value, Failure: Error, Argument, each Parameter>(
    _ make: @escaping @Sendable (Argument, repeat each Parameter) throws(Failure) -> Value, argument: Argument.Type,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) -> FactoryBuilder<Factory<Value, Argument>, repeat each Parameter> {
    declare(.unqualified, at: CallSite(file, line, column)) { linker in
      let linked = (repeat linker.handleDependency(for: (each Parameter).self))
      let (needsFrame, nodes) = (linker.needsFrame, linker.retained)
      return linker.handleNode {
        Factory { (argument: Argument) in
          // As above.
          defer { withExtendedLifetime(nodes) {} }
          let frame = needsFrame ? ResolutionFrame() : nil
          return try make(argument, repeat (each linked).value(frame))
        }
      }
    }
  }

  @inlinable
  func declare<Handle, each Parameter>(
    _ key: Key<Handle>, at site: CallSite, link: @escaping @Sendable (inout Linker) -> AnyNode
  ) -> FactoryBuilder<Handle, repeat each Parameter> {
    FactoryBuilder(
      append(key.erased, kind: .handle, throwing: (any Error).self, at: site) { linker, _ in link(&linker) })
  }
}
