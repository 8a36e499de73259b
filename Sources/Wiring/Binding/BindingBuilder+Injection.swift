extension BindingBuilder {
  /// Runs a step on each new object before it is returned, for dependencies that an initializer cannot accept.
  ///
  /// ```swift
  /// binder.bind(Car.init).then { (car: Car, radio: any Radio) in car.radio = radio }
  /// ```
  ///
  /// Prefer parameters of the initializer: an object that is complete from the start cannot be used too early.
  @inlinable
  @discardableResult
  public func then<Failure: Error, each Other>(
    _ step: @escaping @Sendable (Value, repeat each Other) throws(Failure) -> Void
  ) -> Self {
    stepping(step) { (linked: repeat LinkedDependency<each Other>) in
      { value, frame in try step(value, repeat (each linked).value(frame)) }
    }
  }

  /// Adds a step with its thunk.
  @usableFromInline
  func stepping<Failure: Error, each Other>(
    _ step: @escaping @Sendable (Value, repeat each Other) throws(Failure) -> Void,
    thunk:
      @escaping @Sendable (repeat LinkedDependency<each Other>) ->
      @Sendable (inout Value, ResolutionFrame?) throws ->
      Void
  ) -> Self {
    let step = Step<Value> { linker in
      let linked = (repeat linker.dependency(for: (each Other).self))
      return Step.Linked(
        run: thunk(repeat each linked),
        runAsync: { value, frame in try step(value, repeat try await (each linked).asyncValue(frame)) })
    }
    declaration.dependencies += Dependency.all(repeat (each Other).self)
    return throwing(Failure.self).modified(.step(step))
  }

  /// Sets a property of each new object to a dependency.
  ///
  /// ```swift
  /// binder.bind(Car.init).property(\.radio)
  /// ```
  @discardableResult
  public func property<Other>(_ property: any ReferenceWritableKeyPath<Value, Other> & Sendable) -> Self {
    then { (value: Value, other: Other) in value[keyPath: property] = other }
  }

  /// Calls a method of each new object with dependencies.
  ///
  /// ```swift
  /// binder.bind(Car.init).calling(Car.install)  // func install(radio: any Radio)
  /// ```
  @inlinable
  @discardableResult
  public func calling<Failure: Error, each Other>(
    _ method: @escaping @Sendable (Value) -> (repeat each Other) throws(Failure) -> Void
  ) -> Self {
    then { (value: Value, other: repeat each Other) throws(Failure) in try method(value)(repeat each other) }
  }

  /// Injects each new object through an interface that it conforms to; see
  /// ``Binder/injector(for:_:file:line:column:)``.
  ///
  /// ```swift
  /// binder.injector(for: (any NeedsClock).self) { (object: inout any NeedsClock, clock: any Clock) in object.clock = clock }
  /// binder.bind(Car.init).injected { $0 as any NeedsClock }
  /// ```
  @discardableResult
  public func injected<Interface>(_ interface: @escaping @Sendable (Value) -> Interface) -> Self {
    then { (value: Value, inject: Injector<Interface>) in
      var object = interface(value)
      try inject(&object)
    }
  }
}

/// A step that runs on a new object before it is returned, with dependencies of its own.
package protocol AnyStep: AnyObject, Sendable {}

package final class Step<Value>: AnyStep {
  /// The step with its dependencies linked to their nodes.
  package struct Linked: Sendable {
    let run: @Sendable (inout Value, ResolutionFrame?) throws -> Void
    /// Creates a step that behaves the same in synchronous and asynchronous resolutions.
    let runAsync: @Sendable (inout Value, ResolutionFrame?) async throws -> Void

    package init(
      run: @escaping @Sendable (inout Value, ResolutionFrame?) throws -> Void,
      runAsync: @escaping @Sendable (inout Value, ResolutionFrame?) async throws -> Void
    ) {
      self.run = run
      self.runAsync = runAsync
    }
  }

  let link: @Sendable (inout Linker) -> Linked

  package init(link: @escaping @Sendable (inout Linker) -> Linked) {
    self.link = link
  }
}
