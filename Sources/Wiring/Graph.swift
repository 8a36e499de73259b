/// The objects of a plan: a root, which is created with the graph, and all others, which are created on demand.
///
/// A graph is a value that is safe to use from any thread. It retains its singletons. An object retains its dependencies, and
/// not the graph.
///
/// ## Topics
/// ### Resolving objects
/// - ``root``
/// - ``resolve(_:named:file:line:column:)``
/// - ``resolveOnMainActor(_:named:file:line:column:)``
/// - ``resolveAsync(_:named:isolation:file:line:column:)``
/// - ``resolve(ifBound:file:line:column:)``
/// - ``inject(into:as:file:line:column:)``
/// - ``injectOnMainActor(into:as:file:line:column:)``
/// - ``injectAsync(into:as:isolation:file:line:column:)``
/// ### Resolving objects by name
/// - ``resolve(named:as:file:line:column:)``
/// - ``resolveAsync(named:as:isolation:file:line:column:)``
/// - ``resolve(ifNamed:as:file:line:column:)``
/// - ``resolveAll(named:as:file:line:column:)``
/// ### Starting and stopping
/// - ``start(clock:)``
/// - ``stop(clock:)``
/// - ``leakCheck()``
/// ### Graphs in graphs
/// - ``open(_:with:file:line:column:)``
/// - ``child(_:named:modules:context:file:line:column:overrides:)``
/// - ``replacing(_:named:with:file:line:column:)``
/// - ``replacing(_:named:main:file:line:column:)``
/// ### Using the current graph
/// - ``perform(_:)``
/// - ``perform(isolation:_:)``
/// ### Inspecting the graph
/// - ``description``
public struct Graph<Root> {
  /// The object that the plan was made for; for an opened scope its context.
  public let root: Root
  let container: Container

  /// Resolves a type synchronously, by a look-up; by its qualified key where a ``Key`` is given.
  ///
  /// For the border of a program, where an object is chosen at run time. Elsewhere, declare dependencies as parameters of
  /// factories: they are proved beforehand, and need no look-up.
  ///
  /// - Throws: ``ResolutionError`` when nothing provides the type, or when it requires an `await`; otherwise the error of the
  ///   object's factory.
  public func resolve<Value>(
    _ type: Value.Type = Value.self, named key: Key<Value> = .unqualified,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) throws -> Value {
    let container = container
    defer { withExtendedLifetime(container) {} }
    return try container.node(for: key, as: type, on: .any, at: CallSite(file, line, column)).resolve()
  }

  /// Resolves a type by a look-up, including objects of asynchronous factories and of the main actor.
  ///
  /// - Throws: ``ResolutionError`` when nothing provides the type, or when its object is confined to the main actor and the
  ///   caller is elsewhere; otherwise the error of the object's factory.
  public func resolveAsync<Value>(
    _ type: Value.Type = Value.self, named key: Key<Value> = .unqualified,
    isolation: isolated (any Actor)? = #isolation,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) async throws -> Value {
    try await container.node(for: key, as: type, on: .awaiting(on: isolation), at: CallSite(file, line, column))
      .resolveAsync()
  }

  /// Resolves a type synchronously on the main actor, including objects that belong to it.
  ///
  /// - Throws: ``ResolutionError`` when nothing provides the type, or when it requires an `await`; otherwise the error of the
  ///   object's factory.
  @MainActor
  public func resolveOnMainActor<Value>(
    _ type: Value.Type = Value.self, named key: Key<Value> = .unqualified,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) throws -> Value {
    let container = container
    defer { withExtendedLifetime(container) {} }
    return try container.node(for: key, as: type, on: .main, at: CallSite(file, line, column)).resolve()
  }

  /// Resolves a type if it is bound.
  ///
  /// - Returns: The object; `nil` when nothing provides the type.
  /// - Throws: As `resolve`, except for a missing binding.
  public func resolve<Value>(
    ifBound type: Value.Type,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) throws -> Value? {
    let isProvided = try container.requested(at: CallSite(file, line, column)) { () throws(ResolutionError) in
      try container.provides(Key(type))
    }
    return isProvided ? try resolve(type, file: file, line: line, column: column) : nil
  }

  /// Injects into an object created elsewhere, by the ``Binder/injector(for:_:file:line:column:)`` of its type.
  ///
  /// - Parameters:
  ///   - target: The object.
  ///   - type: The type of the injector; a protocol is not opened to the type behind it.
  /// - Throws: ``ResolutionError`` when no module declares an injector for the type, otherwise the error of the injection.
  public func inject<Target>(
    into target: inout Target, as type: Target.Type = Target.self,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) throws {
    try check(type, at: CallSite(file, line, column))
    try resolve(Injector<Target>.self, file: file, line: line, column: column)(&target)
  }

  /// Injects into an object of the main actor, created elsewhere, including dependencies that belong to that actor.
  ///
  /// - Parameters:
  ///   - target: The object.
  ///   - type: The type of the injector; a protocol is not opened to the type behind it.
  /// - Throws: ``ResolutionError`` when no module declares an injector for the type, otherwise the error of the injection.
  @MainActor
  public func injectOnMainActor<Target>(
    into target: inout Target, as type: Target.Type = Target.self,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) throws {
    try check(type, at: CallSite(file, line, column))
    try resolveOnMainActor(Injector<Target>.self, file: file, line: line, column: column)(&target)
  }

  /// Injects into an object created elsewhere, including dependencies that require an `await`.
  ///
  /// - Parameters:
  ///   - target: The object.
  ///   - type: The type of the injector; a protocol is not opened to the type behind it.
  /// - Throws: ``ResolutionError`` when no module declares an injector for the type, otherwise the error of the injection.
  public func injectAsync<Target>(
    into target: inout Target, as type: Target.Type = Target.self, isolation: isolated (any Actor)? = #isolation,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) async throws {
    try check(type, at: CallSite(file, line, column))
    try await resolveAsync(Injector<Target>.self, file: file, line: line, column: column)(&target)
  }

  /// Refuses a metatype of a subclass.
  private func check<Value>(_ type: Value.Type, at site: CallSite) throws(ResolutionError) {
    try container.requested(at: site) { () throws(ResolutionError) in _ = try Key(type) }
  }

  /// Runs a closure with this graph as the ``CurrentGraph``.
  public func perform<Result>(_ body: () throws -> Result) rethrows -> Result {
    try CurrentGraph.$container.withValue(container, operation: body)
  }

  /// Runs a closure with this graph as the ``CurrentGraph``, also in its child tasks, but not in detached tasks.
  public func perform<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await CurrentGraph.$container.withValue(container) {
      // The closure runs where its caller does, as the body would without it.
      _ = isolation
      return try await body()
    }
  }

  /// The bindings of the graph, as data.
  public var description: GraphDescription { GraphDescription(container.bindings) }
}

extension Graph: Sendable where Root: Sendable {}

extension Graph {
  /// Resolves a name synchronously: that of a definition, a component, a qualifier, a type or a protocol.
  ///
  /// For names from outside the program, such as those of a file or a command. For names that the program knows, use types
  /// and keys, which the plan proves.
  ///
  /// - Throws: ``ResolutionError`` when nothing has the name, when several objects have it and none is primary, or when the
  ///   object has another type; otherwise the error of the object's factory.
  public func resolve<Value>(
    named name: String, as type: Value.Type = Any.self,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) throws -> Value {
    let container = container
    defer { withExtendedLifetime(container) {} }
    return try container.requested(at: CallSite(file, line, column)) { () throws(ResolutionError) in
      try container.node(named: name, as: type, on: .any)
    }.resolve()
  }

  /// Resolves a name, including objects of asynchronous factories and of the main actor.
  ///
  /// - Throws: ``ResolutionError`` when nothing has the name, when several objects have it and none is primary, or when the
  ///   object has another type; otherwise the error of the object's factory.
  public func resolveAsync<Value>(
    named name: String, as type: Value.Type = Any.self, isolation: isolated (any Actor)? = #isolation,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) async throws -> Value {
    try await container.requested(at: CallSite(file, line, column)) { () throws(ResolutionError) in
      try container.node(named: name, as: type, on: .awaiting(on: isolation))
    }.resolveAsync()
  }

  /// Resolves a name if an object of a type has it.
  ///
  /// - Returns: The object; `nil` when nothing of that type has the name.
  /// - Throws: ``ResolutionError`` when several objects have the name and none is primary; otherwise the error of the object's
  ///   factory.
  public func resolve<Value>(
    ifNamed name: String, as type: Value.Type = Any.self,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) throws -> Value? {
    try check(type, at: CallSite(file, line, column))
    guard container.provides(named: name, as: type) else { return nil }
    return try resolve(named: name, as: type, file: file, line: line, column: column)
  }

  /// Resolves all objects of a name; for the name of a protocol, all that conform to it.
  ///
  /// - Returns: The objects, sorted by name; empty when nothing of that type has the name.
  /// - Throws: ``ResolutionError`` when one of them requires an `await`; otherwise the errors of the objects' factories.
  public func resolveAll<Value>(
    named name: String, as type: Value.Type = Any.self,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) throws -> [Value] {
    let container = container
    defer { withExtendedLifetime(container) {} }
    return try container.requested(at: CallSite(file, line, column)) { () throws(ResolutionError) in
      try container.nodes(named: name, as: type, on: .any)
    }.map { try $0.resolve() }
  }
}

/// A source of objects: a graph, or the resolver of a factory.
///
/// For code that works with both. Elsewhere, declare dependencies as parameters.
public protocol Resolving {
  /// Resolves a type synchronously; with a qualified key, the object of that key.
  ///
  /// - Throws: ``ResolutionError`` when it cannot be resolved, otherwise the error of its factory.
  func resolve<Value>(_ type: Value.Type, named key: Key<Value>) throws -> Value
}

extension Resolving {
  /// Resolves a type synchronously.
  ///
  /// - Throws: ``ResolutionError`` when it cannot be resolved, otherwise the error of its factory.
  @_disfavoredOverload  // Conforming types may declare the same method.
  public func resolve<Value>(_ type: Value.Type = Value.self) throws -> Value {
    try resolve(type, named: .unqualified)
  }
}

extension Graph: Resolving {
  /// Resolves a type synchronously, for callers that know no more than ``Resolving``.
  @_disfavoredOverload  // The other one knows its caller.
  public func resolve<Value>(_ type: Value.Type, named key: Key<Value>) throws -> Value {
    let container = container
    defer { withExtendedLifetime(container) {} }
    return try container.node(for: key, as: type, on: .any, at: nil).resolve()
  }
}
