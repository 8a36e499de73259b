public import Wiring

/// The receiver of the initializers, settable properties, callable methods and conformances of a ``Component``.
///
/// ## Topics
/// ### Creating an object
/// - ``initializer(_:_:)``
/// - ``initializer(main:_:)``
/// - ``initializer(async:_:)``
/// ### Properties and methods for definitions
/// - ``property(_:_:set:)``
/// - ``property(main:_:)-7cuam``
/// - ``property(main:_:)-28tlm``
/// - ``method(_:_:)``
/// - ``method(async:_:)-fwox``
/// - ``method(async:_:)-3ncba``
/// - ``external(_:)``
/// ### Conformances
/// - ``conforms(to:_:)-(Interface.Type,_)``
public struct ComponentBuilder<Value> {
  var parts = ComponentParts()

  init() {
    parts.passThrough = ComponentParts.Constructor(parameters: [], dependencies: [Dependency(Value.self)]) {
      binder, key, site in
      binder.declare(key, making: { (value: Value) in value }, at: site).declaration
    }
  }

  /// Declares that the objects access something outside the process; see `external(_:)` of a binding.
  public mutating func external(_ resource: String) {
    parts.external = resource
  }

  /// Adds an initializer. The first one is used unless the arguments of a definition select another.
  ///
  /// - Parameters:
  ///   - parameters: The names of the parameters, in order; arguments of definitions use them.
  ///   - make: Creates the object; the parameters are the dependencies. Injected properties follow the parameters of
  ///     the initializer.
  @inlinable
  public mutating func initializer<Failure: Error, each Parameter>(
    _ parameters: [ComponentParameter],
    _ make: @escaping @Sendable (repeat each Parameter) throws(Failure) -> Value
  ) {
    initializer(parameters, make) {
      (
        make: @escaping @Sendable (repeat each Parameter) throws(Failure) -> Value,
        linked: repeat LinkedDependency<each Parameter>
      ) in
      { frame in try make(repeat (each linked).value(frame)) }
    }
  }

  /// Adds an initializer with its thunk.
  @usableFromInline
  mutating func initializer<Failure: Error, each Parameter>(
    _ parameters: [ComponentParameter],
    _ make: @escaping @Sendable (repeat each Parameter) throws(Failure) -> Value,
    thunk:
      @escaping @Sendable (
        @escaping @Sendable (repeat each Parameter) throws(Failure) -> Value, repeat LinkedDependency<each Parameter>
      ) -> @Sendable (ResolutionFrame?) throws -> Value
  ) {
    parts.constructors.append(
      .init(parameters: parameters, dependencies: Dependency.all(repeat (each Parameter).self)) { binder, key, site in
        binder.declare(key, kind: .factory, making: make, at: site, thunk: thunk).declaration
      })
  }

  /// Adds an initializer that is isolated to the main actor.
  public mutating func initializer<Failure: Error, each Parameter: Sendable>(
    main parameters: [ComponentParameter],
    _ make: @escaping @MainActor @Sendable (repeat each Parameter) throws(Failure) -> Value
  ) where Value: Sendable {
    parts.constructors.append(
      .init(parameters: parameters, dependencies: Dependency.all(repeat (each Parameter).self)) { binder, key, site in
        binder.main.declare(key, making: make, at: site).sendable().declaration
      })
  }

  /// Adds an asynchronous initializer.
  public mutating func initializer<Failure: Error, each Parameter: Sendable>(
    async parameters: [ComponentParameter],
    _ make: @escaping @concurrent @Sendable (repeat each Parameter) async throws(Failure) -> Value
  ) where Value: Sendable {
    parts.constructors.append(
      .init(parameters: parameters, dependencies: Dependency.all(repeat (each Parameter).self)) { binder, key, site in
        binder.declare(async: key, making: make, at: site).declaration
      })
  }

  /// Adds a property that a definition can set on a new object, such as `component.property("lamp", \.lamp) { $0.lamp = $1 }`.
  ///
  /// - Parameters:
  ///   - name: The name that definitions use.
  ///   - property: A function that determines the type, and is not called. A `KeyPath` would have to be made for each property
  ///     at run time, which takes 25 µs.
  ///   - set: Sets the property.
  public mutating func property<Property>(
    _ name: String, _ property: (Value) -> Property,
    set: @escaping @Sendable (inout Value, Property) -> Void
  ) {
    parts.properties.append(
      ComponentParts.Property(name: name, dependency: Dependency(Property.self)) {
        Step<Value> { linker in
          let linked = linker.dependency(for: Property.self)
          return Step.Linked(
            run: { value, frame in set(&value, try linked.value(frame)) },
            runAsync: { value, frame in set(&value, try await linked.asyncValue(frame)) })
        }
      })
  }

  /// Adds a method without parameters that a definition can call, by its name without parentheses: on a new object, when
  /// the graph starts, or when it stops.
  public mutating func method(_ name: String, _ call: @escaping @Sendable (Value) throws -> Void) {
    parts.methods.append(
      ComponentParts.Method(
        name: name,
        step: {
          Step<Value> { _ in
            Step.Linked(run: { value, _ in try call(value) }, runAsync: { value, _ in try call(value) })
          }
        },
        start: { node in try call(try await node.of(Value.self).resolveAsync()) },
        stop: { node in
          guard let value = node.of(Value.self).cell?.current else { return }
          try call(value)
        }))
  }

  /// Adds an asynchronous method without parameters that a definition can call when the graph starts or stops.
  public mutating func method(async name: String, _ call: @escaping @Sendable (Value) async throws -> Void)
  where Value: Sendable {
    parts.methods.append(
      ComponentParts.Method(
        name: name, step: nil,
        start: { node in try await call(try await node.of(Value.self).resolveAsync()) },
        stop: { node in
          guard let value = node.of(Value.self).cell?.current else { return }
          try await call(value)
        }))
  }

  /// Adds a conformance, so that a consumer of the protocol receives the object without a cast.
  ///
  /// Other conformances are found too: the protocols of its superclass, and those that a protocol inherits from. Only
  /// the first use of such a protocol needs a cast.
  public mutating func conforms<Interface>(
    to interface: Interface.Type, _ view: @escaping @Sendable (consuming Value) -> Interface
  ) {
    parts.views.append(
      CandidateView(
        dependency: Dependency(Interface.self), node: { Node<Value>.converting($0) { value in view(value) } }
      ) { linker, scope in
        let linked = linker.dependency(for: Value.self)
        // The node lives as long as this one, and so does its factory.
        let makeObject = linked.node.takeUnretainedValue().make
        // With an explicit type: a superclass would otherwise become a node of the subclass.
        let make: @Sendable (ResolutionFrame?) throws -> Interface = { frame in view(try makeObject(frame)) }
        guard linker.needsAsyncForm else { return linker.node(scope, make, nil) }
        return linker.node(scope, make) { frame in view(try await linked.asyncValue(frame)) }
      })
  }
}

extension ComponentBuilder where Value: ObjectFactory, Value.Product: Sendable {
  /// Declares that the objects are factories whose products are `Sendable`.
  public mutating func conforms(
    to interface: (any ObjectFactory).Type, _ view: @escaping @Sendable (Value) -> any ObjectFactory
  ) {
    parts.isProductShareable = true
  }
}

extension ComponentBuilder where Value: Sendable {
  /// Adds a property of the main actor that a definition can set on a new object. The setter determines its type: a key
  /// path would be isolated to the main actor too.
  public mutating func property<Property: Sendable>(
    main name: String, _ set: @escaping @MainActor @Sendable (inout Value, Property) -> Void
  ) {
    parts.properties.append(
      ComponentParts.Property(name: name, dependency: Dependency(Property.self), isolation: .main) {
        Step<Value> { linker in
          let linked = linker.dependency(for: Property.self)
          return Step.Linked(
            run: { value, frame in
              let property = try linked.value(frame)
              let unset = value
              value = MainActor.assumeIsolated {
                var object = unset
                set(&object, property)
                return object
              }
            },
            runAsync: { value, frame in
              let property = try await linked.asyncValue(frame)
              let unset = value
              value = await MainActor.run {
                var object = unset
                set(&object, property)
                return object
              }
            })
        }
      })
  }
}

extension ComponentBuilder {
  /// Ignores a property of the main actor whose type is not `Sendable`: what a definition gives is created elsewhere.
  public mutating func property<Property>(
    main name: String, _ set: @escaping @MainActor @Sendable (inout Value, Property) -> Void
  ) {
    // The same parameters as for `Sendable` types, so that the compiler chooses between the two.
  }

  /// Ignores an asynchronous method: an object that is not `Sendable` has no owner when a graph starts or stops.
  public mutating func method(async name: String, _ call: @escaping @Sendable (Value) async throws -> Void) {
    // The same parameters as for `Sendable` objects, so that the compiler chooses between the two.
  }
}
