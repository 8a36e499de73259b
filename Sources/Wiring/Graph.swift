/// A plan whose objects can be had: its root is made, everything else comes as it is needed.
///
/// A graph is a value that any thread may use at any time. It keeps its singletons alive. An object keeps what it needs of
/// the graph, and not the graph.
///
/// ## Topics
/// ### Getting objects
/// - ``root``
/// - ``resolve(_:)-8qwhf``
/// - ``resolve(_:)-52pa6``
/// - ``resolve(_:)-65zvh``
/// - ``resolve(_:)-7u927``
/// - ``resolve(main:)``
/// - ``resolve(ifBound:)``
/// - ``inject(into:as:)-5brnx``
/// - ``inject(into:as:)-3mn9d``
/// ### Getting objects by name
/// - ``resolve(named:as:)-6zecq``
/// - ``resolve(named:as:)-7cjzx``
/// - ``resolve(ifNamed:as:)``
/// - ``resolveAll(named:as:)``
/// ### Starting and stopping
/// - ``start(clock:)``
/// - ``stop(clock:)``
/// - ``leakCheck()``
/// ### Graphs in graphs
/// - ``open(_:with:)``
/// - ``child(_:modules:context:file:line:column:overrides:)``
/// - ``replacing(_:with:)-(Value.Type,_)``
/// - ``replacing(_:with:)-(Key<Value>,_)``
/// ### Being the current graph
/// - ``perform(_:)-2dsfn``
/// - ``perform(_:)-38720``
/// ### Looking at it
/// - ``description``
public struct Graph<Root> {
  /// The object the plan was made for; for an opened scope its context.
  public let root: Root
  let container: Container

  /// Resolves a type by looking it up.
  ///
  /// For the border of a program, where an object is chosen at run time. Inside, let a factory's parameters say what it
  /// needs: they are proved beforehand, and cost no look-up.
  ///
  /// - Parameter type: The type to resolve.
  /// - Returns: The object.
  /// - Throws: ``ResolutionError`` when nothing provides the type, or when it cannot be had at once; otherwise what the
  ///   object's factory throws.
  public func resolve<Value>(_ type: Value.Type = Value.self) throws -> Value {
    let container = container
    defer { withExtendedLifetime(container) {} }
    return try container.node(for: Key<Value>.unqualified, on: .any).resolve()
  }

  /// Resolves a qualified key by looking it up.
  ///
  /// - Parameter key: The key to resolve.
  /// - Returns: The object.
  /// - Throws: ``ResolutionError`` when nothing provides the key, or when it cannot be had at once; otherwise what the
  ///   object's factory throws.
  public func resolve<Value>(_ key: Key<Value>) throws -> Value {
    let container = container
    defer { withExtendedLifetime(container) {} }
    return try container.node(for: key, on: .any).resolve()
  }

  /// Resolves a type by looking it up, with whatever `await` that takes: of an asynchronous factory, or for the main actor.
  ///
  /// - Parameter type: The type to resolve.
  /// - Returns: The object.
  /// - Throws: ``ResolutionError`` when nothing provides the type, otherwise what the object's factory throws.
  public func resolve<Value>(_ type: Value.Type = Value.self) async throws -> Value {
    try await container.node(for: Key<Value>.unqualified, on: .async).resolveAsync()
  }

  /// Resolves a qualified key by looking it up, with whatever `await` that takes.
  ///
  /// - Parameter key: The key to resolve.
  /// - Returns: The object.
  /// - Throws: ``ResolutionError`` when nothing provides the key, otherwise what the object's factory throws.
  public func resolve<Value>(_ key: Key<Value>) async throws -> Value {
    try await container.node(for: key, on: .async).resolveAsync()
  }

  /// Resolves a type of the main actor at once, on the main actor.
  ///
  /// - Parameter type: The type to resolve.
  /// - Returns: The object.
  /// - Throws: ``ResolutionError`` when nothing provides the type, or when it takes an `await`; otherwise what the object's
  ///   factory throws.
  @MainActor
  public func resolve<Value>(main type: Value.Type = Value.self) throws -> Value {
    let container = container
    defer { withExtendedLifetime(container) {} }
    return try container.node(for: Key<Value>.unqualified, on: .main).resolve()
  }

  /// Resolves a type that may be bound or not.
  ///
  /// - Parameter type: The type to resolve.
  /// - Returns: The object; `nil` when nothing provides the type.
  /// - Throws: As `resolve`, but for a missing binding.
  public func resolve<Value>(ifBound type: Value.Type) throws -> Value? {
    container.provides(AnyKey(type)) ? try resolve(type) : nil
  }

  /// Injects into an object that somebody else created, as ``Binder/injector(for:_:file:line:column:)`` says for its type.
  ///
  /// - Parameters:
  ///   - target: The object.
  ///   - type: What it is injected as; a protocol is not opened to the type behind it.
  /// - Throws: ``ResolutionError`` when no module declares an injector for the type, otherwise what the injection throws.
  public func inject<Target>(into target: inout Target, as type: Target.Type = Target.self) throws {
    try resolve(Injector<Target>.self)(&target)
  }

  /// Injects into an object that somebody else created, with whatever `await` its dependencies take.
  ///
  /// - Parameters:
  ///   - target: The object.
  ///   - type: What it is injected as; a protocol is not opened to the type behind it.
  /// - Throws: ``ResolutionError`` when no module declares an injector for the type, otherwise what the injection throws.
  public func inject<Target>(into target: inout Target, as type: Target.Type = Target.self) async throws {
    try await resolve(Injector<Target>.self)(&target)
  }

  /// Runs something with this graph as the ``CurrentGraph``.
  ///
  /// - Parameter body: What to run.
  /// - Returns: What it returns.
  /// - Throws: What it throws.
  public func perform<Result>(_ body: () throws -> Result) rethrows -> Result {
    try CurrentGraph.$container.withValue(container, operation: body)
  }

  /// Runs something with this graph as the ``CurrentGraph``.
  ///
  /// - Parameter body: What to run; child tasks that it starts have the same current graph, detached ones have none.
  /// - Returns: What it returns.
  /// - Throws: What it throws.
  public func perform<Result>(_ body: () async throws -> Result) async rethrows -> Result {
    try await CurrentGraph.$container.withValue(container, operation: body)
  }

  /// What the graph is made of, as data.
  public var description: GraphDescription { GraphDescription(container.blueprint) }
}

extension Graph: Sendable where Root: Sendable {}

extension Graph {
  /// Resolves what is called by a name: a definition, a component, a qualifier, a type or a protocol.
  ///
  /// For names that come from outside, such as a file or a command. Names that the program knows are better said as types
  /// and keys, which the plan proves.
  ///
  /// - Parameters:
  ///   - name: The name, as in `mainView`, `SGService` or `SomeProtocol`.
  ///   - type: What the object is wanted as; anything unless told.
  /// - Returns: The object.
  /// - Throws: ``ResolutionError`` when nothing has the name, when several do and none is primary, or when what has it is of
  ///   another type; otherwise what the object's factory throws.
  public func resolve<Value>(named name: String, as type: Value.Type = Any.self) throws -> Value {
    let container = container
    defer { withExtendedLifetime(container) {} }
    return try container.node(named: name, as: type, on: .any).resolve()
  }

  /// Resolves what is called by a name, with whatever `await` that takes.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - type: What the object is wanted as; anything unless told.
  /// - Returns: The object.
  /// - Throws: ``ResolutionError`` when nothing has the name, when several do and none is primary, or when what has it is of
  ///   another type; otherwise what the object's factory throws.
  public func resolve<Value>(named name: String, as type: Value.Type = Any.self) async throws -> Value {
    try await container.node(named: name, as: type, on: .async).resolveAsync()
  }

  /// Resolves what may be called by a name.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - type: What the object is wanted as; anything unless told.
  /// - Returns: The object; `nil` when nothing of that type has the name.
  /// - Throws: ``ResolutionError`` when several have the name and none is primary; otherwise what the object's factory throws.
  public func resolve<Value>(ifNamed name: String, as type: Value.Type = Any.self) throws -> Value? {
    container.isCalled(name, type) ? try resolve(named: name, as: type) : nil
  }

  /// Resolves everything that is called by a name: of a protocol's name, all that conform to it.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - type: What the objects are wanted as; anything unless told.
  /// - Returns: The objects, by their names; none when nothing of that type has the name.
  /// - Throws: ``ResolutionError`` when one of them cannot be had at once; otherwise what the objects' factories throw.
  public func resolveAll<Value>(named name: String, as type: Value.Type = Any.self) throws -> [Value] {
    let container = container
    defer { withExtendedLifetime(container) {} }
    return try container.nodes(named: name, as: type, on: .any).map { try $0.resolve() }
  }
}

extension Plan {
  /// What the scans of the plan say of each component of the program, by name; empty without a scan.
  public var scan: [ScannedComponent] { description.scan }
}

extension GraphDescription {
  /// What the scans of the plan say of each component of the program, by name; empty without a scan.
  public var scan: [ScannedComponent] {
    bindingGraph.installer.scan.sorted {
      ($0.component.typeName, $0.component.location) < ($1.component.typeName, $1.component.location)
    }
  }
}

/// Something that objects can be had from: a graph, or the resolver of a closure.
///
/// For code that is not tied to one of them. Inside the program let parameters say what is needed.
public protocol Resolving {
  /// Resolves a key.
  ///
  /// - Parameter key: The key to resolve.
  /// - Returns: The object.
  /// - Throws: ``ResolutionError`` when it cannot be had, otherwise what its factory throws.
  func resolve<Value>(_ key: Key<Value>) throws -> Value
}

extension Resolving {
  /// Resolves a type.
  ///
  /// - Parameter type: The type to resolve.
  /// - Returns: The object.
  /// - Throws: ``ResolutionError`` when it cannot be had, otherwise what its factory throws.
  @_disfavoredOverload  // Those who conform may have a method of their own for it.
  public func resolve<Value>(_ type: Value.Type = Value.self) throws -> Value {
    try resolve(Key<Value>.unqualified)
  }
}

extension Graph: Resolving {}
extension Resolver: Resolving {}
