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
    declare(at: CallSite(file, line, column)) { (call: FactoryCall, linked: repeat HandleDependency<each Parameter>) in
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
    declare(at: CallSite(file, line, column)) {
      (call: FactoryCall, linked: repeat HandleDependency<each Parameter>) in
      Factory { (argument: Argument) in
        try call { frame in try make(argument, repeat (each linked).value(frame)) }
      }
    }
  }

  /// Binds an ``AsyncFactory``: a function of the arguments that returns an asynchronous function of the dependencies.
  @discardableResult
  public func factory<Value: Sendable, each Argument: Sendable, each Parameter: Sendable>(
    async make:
      @escaping @Sendable (repeat each Argument) -> @concurrent @Sendable (repeat each Parameter) async throws -> Value,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) -> FactoryBuilder<AsyncFactory<Value, repeat each Argument>, repeat each Parameter> {
    declare(isolation: .async, at: CallSite(file, line, column)) {
      (call: FactoryCall, linked: repeat HandleDependency<each Parameter>) in
      AsyncFactory { @concurrent (argument: repeat each Argument) in
        try await call { frame in
          try await make(repeat each argument)(repeat try await (each linked).asyncValue(frame))
        }
      }
    }
  }

  /// Binds an ``AsyncFactory`` to an asynchronous initializer whose first parameter is the argument; the others are
  /// dependencies.
  @discardableResult
  public func factory<Value: Sendable, Failure: Error, Argument: Sendable, each Parameter: Sendable>(
    async make: @escaping @concurrent @Sendable (Argument, repeat each Parameter) async throws(Failure) -> Value,
    argument: Argument.Type, file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) -> FactoryBuilder<AsyncFactory<Value, Argument>, repeat each Parameter> {
    declare(isolation: .async, at: CallSite(file, line, column)) {
      (call: FactoryCall, linked: repeat HandleDependency<each Parameter>) in
      AsyncFactory { @concurrent (argument: Argument) in
        try await call { frame in try await make(argument, repeat try await (each linked).asyncValue(frame)) }
      }
    }
  }

  /// Declares a handle whose calls resolve dependencies.
  @usableFromInline
  func declare<Handle, each Parameter>(
    isolation: Isolation = .any, at site: CallSite,
    thunk: @escaping @Sendable (FactoryCall, repeat HandleDependency<each Parameter>) -> Handle
  ) -> FactoryBuilder<Handle, repeat each Parameter> {
    FactoryBuilder(
      append(AnyKey(Handle.self), kind: .handle, throwing: (any Error).self, isolation: isolation, at: site) {
        linker, _ in
        let linked = (repeat linker.handleDependency(for: (each Parameter).self))
        let call = FactoryCall(needsFrame: linker.needsFrame, nodes: linker.retained)
        return linker.handleNode { owner in thunk(call.owned(by: owner), repeat each linked) }
      })
  }
}

/// The circumstances in which a factory with arguments resolves its dependencies.
///
/// A class, so that a call retains one object.
@usableFromInline final class FactoryCall: Sendable {
  @usableFromInline let needsFrame: Bool
  /// The nodes of the dependencies, which are linked without being retained.
  @usableFromInline let nodes: [AnyNode]

  /// The owner of the objects; `nil` where none disposes of them.
  private let owner: WeakReference<StopList>?

  init(needsFrame: Bool, nodes: [AnyNode], owner: StopList? = nil) {
    self.needsFrame = needsFrame
    self.nodes = nodes
    self.owner = owner.map { WeakReference($0) }
  }

  /// Returns the circumstances of a factory that is a part of an ``Owned`` object.
  func owned(by owner: StopList?) -> FactoryCall {
    guard let owner, needsFrame else { return self }
    return FactoryCall(needsFrame: needsFrame, nodes: nodes, owner: owner)
  }

  /// Runs a resolution.
  @inlinable
  func callAsFunction<Value>(_ body: (ResolutionFrame?) throws -> Value) rethrows -> Value {
    defer { withExtendedLifetime(nodes) {} }
    return needsFrame ? try withFrame(body) : try body(nil)
  }

  /// Runs a resolution.
  func callAsFunction<Value>(_ body: (ResolutionFrame?) async throws -> Value) async throws -> Value {
    defer { withExtendedLifetime(nodes) {} }
    guard needsFrame else { return try await body(nil) }
    return try await ResolutionFrame.begin(owner: owner?.object) { try await body($0) }
  }

  @usableFromInline
  func withFrame<Value>(_ body: (ResolutionFrame?) throws -> Value) rethrows -> Value {
    try ResolutionFrame.begin(owner: owner?.object) { try body($0) }
  }
}
