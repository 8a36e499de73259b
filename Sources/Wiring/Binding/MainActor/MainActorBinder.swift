/// The receiver of bindings whose objects are confined to the main actor: they are created there, and never leave it.
///
/// Neither the objects nor their dependencies need a `Sendable` type, in any scope. A plan in which an object outside of the actor
/// would have one of them is rejected: see ``Problem/Code/confined``. What leaves the actor can have a handle instead, such as
/// `@MainActor () throws -> HomeModel`.
///
/// Its methods are those of a ``Binder``. What other threads may have as well is ``MainActorBinding/sendable()``.
public struct MainActorBinder {
  let list: DeclarationList

  init(list: DeclarationList) {
    self.list = list
  }

  /// The receiver of the module's other bindings, such as those of asynchronous factories, and of scopes, roots and requirements.
  public var anywhere: Binder { Binder(list: list) }

  /// Binds a type to its own initializer, or to a function that returns it; the parameters are the dependencies.
  @discardableResult
  public func bind<Value, Failure: Error, each Parameter>(
    _ make: @escaping @MainActor (repeat each Parameter) throws(Failure) -> Value,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) -> MainActorBinding<Value, repeat each Parameter> {
    declare(AnyKey(Value.self), making: make, at: CallSite(file, line, column))
  }

  /// Binds a type, often `(any SomeProtocol).self`, to an initializer or function; its parameters are the dependencies.
  @discardableResult
  public func bind<Value, Failure: Error, each Parameter>(
    _ type: Value.Type, _ make: @escaping @MainActor (repeat each Parameter) throws(Failure) -> Value,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) -> MainActorBinding<Value, repeat each Parameter> {
    declare(AnyKey(type), making: make, at: CallSite(file, line, column))
  }

  /// Binds a type to a value, which is evaluated once per graph, when it is first requested; in the place of an object of a custom
  /// scope, once per opening.
  @discardableResult
  public func bind<Value>(
    _ type: Value.Type, to value: @autoclosure @escaping @MainActor () -> Value,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) -> MainActorBinding<Value> {
    let binding = declare(AnyKey(type), making: value, at: CallSite(file, line, column))
    (binding.declaration.scope, binding.declaration.isEvaluatedOnce) = (.singleton, true)
    return binding
  }

  /// Contributes an object to the list of a type; its name is unique in the list.
  @discardableResult
  public func contribute<Value, Failure: Error, each Parameter>(
    to type: Value.Type, named name: String? = nil,
    _ make: @escaping @MainActor (repeat each Parameter) throws(Failure) -> Value,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) -> MainActorBinding<Value, repeat each Parameter> {
    let binding = declare(AnyKey(type), making: make, at: CallSite(file, line, column))
    binding.declaration.role = .contribution(name: name)
    return binding
  }

  /// Decorates the object of a type: consumers receive the decorator, and the decorator receives the object, which need not be
  /// confined itself.
  @discardableResult
  public func decorate<Value, Failure: Error, each Parameter>(
    _ type: Value.Type, _ make: @escaping @MainActor (repeat each Parameter) throws(Failure) -> Value,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) -> MainActorBinding<Value, repeat each Parameter> {
    let binding = declare(AnyKey(type), kind: .decorator, making: make, at: CallSite(file, line, column))
    binding.declaration.role = .decorator
    return binding
  }

  /// Binds a ``MainActorFactory`` to an initializer whose first parameter is the argument; the others are dependencies.
  ///
  /// ```swift
  /// binder.factory(DetailModel.init(id:store:), argument: Int.self)
  /// ```
  ///
  /// An object of the main actor can request it as a closure, without mentioning the container: `(Int) throws -> DetailModel`.
  @discardableResult
  public func factory<Value, Failure: Error, Argument, each Parameter>(
    _ make: @escaping @MainActor (Argument, repeat each Parameter) throws(Failure) -> Value, argument: Argument.Type,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) -> FactoryBuilder<MainActorFactory<Value, Argument>, repeat each Parameter> {
    anywhere.declare(isolation: .main, at: CallSite(file, line, column)) {
      (call: FactoryCall, linked: repeat HandleDependency<each Parameter>) in
      MainActorFactory { (argument: Argument) in
        try call { frame in try make(argument, repeat (each linked).value(frame)) }
      }
    }
  }

  /// Binds a ``MainActorFactory``: a function of the arguments that returns a function of the dependencies.
  @discardableResult
  public func factory<Value, each Argument, each Parameter>(
    _ make: @escaping @Sendable (repeat each Argument) -> @MainActor (repeat each Parameter) throws -> Value,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) -> FactoryBuilder<MainActorFactory<Value, repeat each Argument>, repeat each Parameter> {
    anywhere.declare(isolation: .main, at: CallSite(file, line, column)) {
      (call: FactoryCall, linked: repeat HandleDependency<each Parameter>) in
      MainActorFactory { (argument: repeat each Argument) in
        try call { frame in try make(repeat each argument)(repeat (each linked).value(frame)) }
      }
    }
  }

  /// Declares the injection of objects that the graph does not create, such as a view controller of a storyboard.
  @discardableResult
  public func injector<Target, each Parameter>(
    for type: Target.Type, _ inject: @escaping @MainActor (inout Target, repeat each Parameter) throws -> Void,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) -> MainActorBinding<Injector<Target>, repeat each Parameter> {
    bind(
      Injector<Target>.self,
      { (value: repeat each Parameter) in
        Injector { target in
          let values = UncheckedSendable(value: (repeat each value))
          let injected = UncheckedSendable(value: target)
          target = try MainActor.assumeIsolated {
            var target = injected.value
            try inject(&target, repeat each values.value)
            return UncheckedSendable(value: target)
          }.value
        }
      }, file: file, line: line, column: column)
  }

  /// Declares an object of the main actor, whose dependencies are the parameters of its factory.
  package func declare<Value, Failure: Error, each Parameter>(
    _ key: AnyKey, kind: Declaration.Kind = .factory,
    making make: @escaping @MainActor (repeat each Parameter) throws(Failure) -> Value, at site: CallSite
  ) -> MainActorBinding<Value, repeat each Parameter> {
    let binding: BindingBuilder<Value, repeat each Parameter> = anywhere.append(
      key, kind: kind, throwing: Failure.self, isolation: .main, at: site
    ) { linker, scope in
      let linked = (repeat linker.dependency(for: (each Parameter).self))
      return linker.node(
        scope,
        { frame in
          try MainActor.resolving(frame) { frame in try make(repeat (each linked).value(frame)) }
        },
        { frame in
          // The dependencies, too, are created on the actor, or sent there by factories that return `Sendable` objects.
          try await MainActor.resolvingAsync(frame) { frame in
            try make(repeat try await (each linked).asyncValue(frame))
          }
        })
    }
    binding.declaration.isConfined = true
    // All consumers are on the main actor, so that a replacement can have the scope of what it replaces.
    binding.declaration.isShareable = true
    return MainActorBinding(binding)
  }
}

extension MainActor {
  /// Runs a part of a resolution on the main actor, where the caller is.
  ///
  /// The frame and the object cross no boundary, since the closure runs on the thread of the caller, before this returns.
  static func resolving<Value>(
    _ frame: ResolutionFrame?, _ body: @MainActor (ResolutionFrame?) throws -> Value
  ) rethrows -> Value {
    let frame = UncheckedSendable(value: frame)
    return try assumeIsolated { UncheckedSendable(value: try body(frame.value)) }.value
  }

  /// Runs a part of an asynchronous resolution on the main actor.
  ///
  /// The frame belongs to the task, which runs one part at a time. The object is passed on to those who are on the main actor
  /// themselves: the plan and ``AnyNode/checked(for:on:)`` refuse all others.
  static func resolvingAsync<Value>(
    _ frame: ResolutionFrame?, _ body: @MainActor (ResolutionFrame?) async throws -> Value
  ) async rethrows -> Value {
    try await run(UncheckedSendable(value: frame), body).value
  }

  @MainActor
  private static func run<Value>(
    _ frame: UncheckedSendable<ResolutionFrame?>, _ body: @MainActor (ResolutionFrame?) async throws -> Value
  ) async rethrows -> UncheckedSendable<Value> {
    UncheckedSendable(value: try await body(frame.value))
  }
}
