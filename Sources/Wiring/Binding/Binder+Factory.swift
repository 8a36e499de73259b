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
    declare(key, at: CallSite(file, line, column)) {
      (call: FactoryCall, linked: repeat HandleDependency<each Parameter>) in
      Factory { (argument: repeat each Argument) in
        try call { frame in try make(repeat each argument)(repeat (each linked).value(frame)) }
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
    declare(.unqualified, at: CallSite(file, line, column)) {
      (call: FactoryCall, linked: repeat HandleDependency<each Parameter>) in
      Factory { (argument: Argument) in
        try call { frame in try make(argument, repeat (each linked).value(frame)) }
      }
    }
  }

  /// Declares a handle whose calls resolve dependencies.
  @usableFromInline
  func declare<Handle, each Parameter>(
    _ key: Key<Handle>, at site: CallSite,
    thunk: @escaping @Sendable (FactoryCall, repeat HandleDependency<each Parameter>) -> Handle
  ) -> FactoryBuilder<Handle, repeat each Parameter> {
    FactoryBuilder(
      append(key.erased, kind: .handle, throwing: (any Error).self, at: site) { linker, _ in
        let linked = (repeat linker.handleDependency(for: (each Parameter).self))
        let call = FactoryCall(needsFrame: linker.needsFrame, nodes: linker.retained)
        return linker.handleNode { thunk(call, repeat each linked) }
      })
  }
}

/// The circumstances in which a ``Factory`` resolves its dependencies.
@usableFromInline struct FactoryCall: Sendable {
  @usableFromInline let needsFrame: Bool
  /// The nodes of the dependencies, which are linked without being retained.
  @usableFromInline let nodes: [AnyNode]

  init(needsFrame: Bool, nodes: [AnyNode]) {
    self.needsFrame = needsFrame
    self.nodes = nodes
  }

  /// Runs a resolution.
  @inlinable
  func callAsFunction<Value>(_ body: (ResolutionFrame?) throws -> Value) rethrows -> Value {
    defer { withExtendedLifetime(nodes) {} }
    return try body(needsFrame ? ResolutionFrame() : nil)
  }
}
