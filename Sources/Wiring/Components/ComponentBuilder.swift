/// Where a ``Component`` says what its type offers: initializers, properties that can be set, methods that can be called, and
/// the protocols that its objects conform to.
///
/// ## Topics
/// ### Making an object
/// - ``initializer(_:_:)``
/// - ``initializer(main:_:)``
/// - ``initializer(async:_:)``
/// ### What definitions can set and call
/// - ``property(_:_:_:)``
/// - ``property(main:_:)``
/// - ``method(_:_:)``
/// - ``method(async:_:)-9arca``
/// - ``method(async:_:)-41e0p``
/// ### What it can be had as
/// - ``conforms(to:_:)-(Interface.Type,_)``
/// - ``conforms(to:_:)-65qaf``
public struct ComponentBuilder<Value> {
  @usableFromInline var parts = ComponentParts()

  @usableFromInline
  init() {
    parts.passThrough = ComponentParts.Constructor(parameters: [], dependencies: [Dependency(Value.self)]) {
      binder, key, site in
      binder.declare(key, { (value: Value) in value }, site).index
    }
  }

  /// Offers a way to make an object. The first one is used unless the arguments of a definition ask for another.
  ///
  /// - Parameters:
  ///   - parameters: The names of the parameters, in order; definitions give arguments by them.
  ///   - make: Makes the object; the parameters are the dependencies. Properties that are injected in any case stand behind
  ///     the parameters of the initializer.
  @inlinable
  public mutating func initializer<Failure: Error, each Parameter>(
    _ parameters: [ComponentParameter],
    _ make: @escaping @Sendable (repeat each Parameter) throws(Failure) -> Value
  ) {
    var types: [Dependency] = []
    repeat types.append(Dependency((each Parameter).self))
    parts.constructors.append(
      ComponentParts.Constructor(parameters: parameters, dependencies: types) { binder, key, site in
        binder.declare(key, make, site).index
      })
  }

  /// Offers a way to make an object on the main actor.
  ///
  /// - Parameters:
  ///   - parameters: The names of the parameters, in order.
  ///   - make: Makes the object.
  @inlinable
  public mutating func initializer<Failure: Error, each Parameter: Sendable>(
    main parameters: [ComponentParameter],
    _ make: @escaping @MainActor @Sendable (repeat each Parameter) throws(Failure) -> Value
  ) where Value: Sendable {
    var types: [Dependency] = []
    repeat types.append(Dependency((each Parameter).self))
    parts.constructors.append(
      ComponentParts.Constructor(parameters: parameters, dependencies: types) { binder, key, site in
        binder.declare(main: key, make, site).index
      })
  }

  /// Offers a way to make an object that takes an `await`.
  ///
  /// - Parameters:
  ///   - parameters: The names of the parameters, in order.
  ///   - make: Makes the object.
  @inlinable
  public mutating func initializer<Failure: Error, each Parameter: Sendable>(
    async parameters: [ComponentParameter],
    _ make: @escaping @concurrent @Sendable (repeat each Parameter) async throws(Failure) -> Value
  ) where Value: Sendable {
    var types: [Dependency] = []
    repeat types.append(Dependency((each Parameter).self))
    parts.constructors.append(
      ComponentParts.Constructor(parameters: parameters, dependencies: types) { binder, key, site in
        binder.declare(async: key, make, site).index
      })
  }

  /// Offers a property that a definition can set on a new object.
  ///
  /// - Parameters:
  ///   - name: The property's name.
  ///   - property: The property, for its type.
  ///   - set: Sets it.
  @inlinable
  public mutating func property<Property>(
    _ name: String, _ property: KeyPath<Value, Property>,
    _ set: @escaping @Sendable (inout Value, Property) -> Void
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

  /// Offers a method without parameters, as something that a definition can call: on a new object, when the graph starts,
  /// or when it stops.
  ///
  /// - Parameters:
  ///   - name: The method's name, without brackets.
  ///   - call: Calls it.
  public mutating func method(_ name: String, _ call: @escaping @Sendable (Value) throws -> Void) {
    parts.methods.append(
      ComponentParts.Method(
        name: name,
        step: {
          Step<Value> { _ in
            Step.Linked(run: { value, _ in try call(value) }, runAsync: { value, _ in try call(value) })
          }
        },
        start: { node in try call(try node.of(Value.self).resolve()) },
        stop: { node in
          guard let value = node.of(Value.self).cell?.current else { return }
          try call(value)
        }))
  }

  /// Offers a method without parameters that takes an `await`, to be called when the graph starts or stops.
  ///
  /// - Parameters:
  ///   - name: The method's name, without brackets.
  ///   - call: Calls it.
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

  /// Says what the objects conform to, so that a consumer who asks for the protocol gets one without a cast.
  ///
  /// What the type conforms to otherwise is found, too: the protocols of its superclass, and those that a protocol inherits
  /// from. Only the first use of such a one takes a cast.
  ///
  /// - Parameters:
  ///   - interface: The protocol, as in `(any Service).self`.
  ///   - view: The object as that.
  @inlinable
  public mutating func conforms<Interface>(
    to interface: Interface.Type, _ view: @escaping @Sendable (consuming Value) -> Interface
  ) {
    parts.views.append(
      ComponentParts.View(
        dependency: Dependency(Interface.self), node: { Node<Value>.converting($0) { value in view(value) } }
      ) { linker, scope in
        let linked = linker.dependency(for: Value.self)
        // The node lives as long as this one; so does what it is made by.
        let makeObject = linked.node.takeUnretainedValue().make
        // The type must be said: a superclass would otherwise make a node of the subclass.
        let make: @Sendable (ResolutionFrame?) throws -> Interface = { frame in view(try makeObject(frame)) }
        guard linker.isAsynchronous else {
          return linker.isPlain(scope) ? linker.plain(scope, make) : linker.node(scope, make, nil)
        }
        return linker.node(scope, make) { frame in view(try await linked.asyncValue(frame)) }
      })
  }
}

extension ComponentBuilder where Value: ObjectFactory, Value.Product: Sendable {
  /// Says that the objects are factories, and that what they make can be shared between threads.
  ///
  /// - Parameters:
  ///   - interface: `(any ObjectFactory).self`.
  ///   - view: The object as that.
  public mutating func conforms(
    to interface: (any ObjectFactory).Type, _ view: @escaping @Sendable (Value) -> any ObjectFactory
  ) {
    parts.isProductShareable = true
  }
}

extension ComponentBuilder where Value: Sendable {
  /// Offers a property of the main actor that a definition can set on a new object.
  ///
  /// - Parameters:
  ///   - name: The property's name.
  ///   - set: Sets it, and says its type: a key path would belong to the main actor, too.
  @inlinable
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
  /// Passes over a method that takes an `await`: an object that is not `Sendable` is nobody's when a graph starts or stops.
  ///
  /// - Parameters:
  ///   - name: The method's name, without brackets.
  ///   - call: Not called.
  public mutating func method(async name: String, _ call: @escaping @Sendable (Value) async throws -> Void) {
    // The parameters are those of the one for `Sendable` objects: the compiler then chooses between the two by that.
  }
}
